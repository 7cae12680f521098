import { property } from '../../shared/fields/property';
import { taskStatus } from '../../shared/panel/taskStatus';
import { event } from '../event';
import { presentTasks } from '../reading/readTasks';
import { tasks, watchTasks } from '../rows/watchTasks';

const statusField = property({ ...taskStatus, default: 'completed' });

export const taskStatusIs = event({
	name: 'Task Status Changed To',
	value: 'taskStatusIs',
	description: 'A task gets the status that you choose',
	rows: tasks,
	properties: [statusField],
	watch: (client, { parameters: { status }, filters }) => {
		const watch = watchTasks(client, 'updated_at', filters);
		return {
			...watch,
			memoryOf: [status, filters],
			present: async () => await presentTasks(client, { status }),
			tokenOf: (row) => (row.status === status && watch.matches(row) ? '' : undefined),
			remembersPassed: true,
		};
	},
});
