import { event } from '../event';
import { tasks, watchTasks } from '../rows';

export const taskCreated = event({
	name: 'Task Created',
	value: 'taskCreated',
	description: 'A workflow is initiated',
	kind: tasks,
	// Each row has the same token: later changes are no news.
	watch: (settings) => ({ ...watchTasks('created_at', settings), tokenOf: () => '' }),
});
