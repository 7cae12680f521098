import { event } from '../event';
import { tasks, watchTasks } from '../rows/watchTasks';
import { newOnce } from '../watch';

export const taskCreated = event({
	name: 'Task Created',
	value: 'taskCreated',
	description: 'A workflow is initiated',
	rows: tasks,
	properties: [],
	watch: (client, { filters }) => ({
		...watchTasks(client, 'created_at', filters),
		...newOnce,
	}),
});
