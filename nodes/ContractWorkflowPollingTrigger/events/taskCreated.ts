import { event } from '../event';
import { tasks, watchTasks } from '../rows';
import { newOnce } from '../watch';

export const taskCreated = event({
	name: 'Task Created',
	value: 'taskCreated',
	description: 'A workflow is initiated',
	kind: tasks,
	watch: (settings) => ({ ...watchTasks('created_at', settings), ...newOnce }),
});
