import { waitsForApproval } from '../../shared/task/place';
import { event } from '../event';
import { tasks, watchState } from '../rows';

/** Each run of an approval step is a separate wait: a task that reaches a second one is news. */
export const taskWaitsForApproval = event({
	name: 'Task Waiting for Approval',
	value: 'taskWaitsForApproval',
	description: 'A task reaches an approval step',
	kind: tasks,
	watch: (settings) =>
		watchState(settings, (task) =>
			waitsForApproval(task) ? String(task.current_step_run_id ?? task.current_step_id) : undefined,
		),
});
