import type { Output } from '../../operation';
import type { TaskState } from '../../taskState';

/**
 * The columns of a decision, sent or not. `step_id` is the step of the task before the decision.
 * `user_email` is the member that was sent. If none was, the creator of the API key decides.
 * `answered_by` is never a name: people choose their names themselves.
 */
const columns = {
	task_id: null,
	task_title: null,
	status: null,
	approved: null,
	user_email: null,
	answered_by: null,
	skipped: false,
	reason: null,
	step_id: null,
	step_name: null,
	message: null,
};

/** The row of a decision, with what is known of its task. */
export const rowOf = (state: TaskState | undefined, json: object): object => ({
	...columns,
	...(state && {
		task_title: state.task_title,
		status: state.status,
		step_id: state.current_step_id,
		step_name: state.current_step_name,
	}),
	...json,
});

/** The row of a decision that is skipped. */
export const skippedRow = (taskId: unknown, reason: string, state?: TaskState): Output => ({
	json: rowOf(state, { task_id: Number(taskId), skipped: true, reason }),
	skipped: true,
});
