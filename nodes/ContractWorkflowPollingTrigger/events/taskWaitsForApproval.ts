import { waitsForApproval } from '../../shared/panel/taskFilters';
import { event } from '../event';
import { presentTasks } from '../reading/readTasks';
import { tasks, watchTasks } from '../rows/watchTasks';

const activeOnly = { include_inactive: false };

/** Each run of an approval step is a separate wait: a task that reaches a second one is news. */
export const taskWaitsForApproval = event({
	name: 'Task Waiting for Approval',
	value: 'taskWaitsForApproval',
	description: 'A task reaches an approval step',
	rows: tasks,
	properties: [],
	watch: (client, { filters }) => {
		const watch = watchTasks(client, 'updated_at', filters, activeOnly);
		return {
			...watch,
			memoryOf: [filters],
			present: async () => await presentTasks(client, activeOnly),
			tokenOf: (row) =>
				waitsForApproval(row) && watch.matches(row)
					? String(row.current_step_run_id ?? row.current_step_id)
					: undefined,
			remembersPassed: true,
		};
	},
});
