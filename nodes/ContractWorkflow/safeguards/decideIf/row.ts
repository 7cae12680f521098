import { ApiError } from '../../../../src';
import { serviceText } from '../../../shared/words/errors';
import { supplement } from '../../../shared/words/explained';
import type { Output } from '../../operation';
import { WrongStepType } from '../../resources/task/stepType';
import { isUnknown } from '../../run/outcome';
import type { Run } from '../../run/types';
import type { TaskState } from '../../taskState';
import { whereIs } from '../../taskState';
import { Moved, adviceToSkip, withTaskState } from './moved';
import type { Decision } from './review';

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

/** What became of a decision that was not carried out. */
export const notDecided = async (
	run: Run,
	item: Decision,
	error: unknown,
	state: TaskState | undefined,
): Promise<Output> => {
	const { decideIf, ifMoved } = item.parameters;
	const isConflict = error instanceof ApiError && error.status === 409;
	const hasMoved = error instanceof Moved || error instanceof WrongStepType;
	const said = isConflict ? serviceText(error.detail) : hasMoved ? error.message : undefined;
	if (ifMoved === 'skip' && (isConflict || hasMoved)) {
		const reason = said ?? 'The service returned status 409';
		return skippedRow(item.input.params.task_id, reason, state);
	}
	if (isUnknown(error)) throw await withTaskState(run, item, error);
	const canSkip = decideIf !== 'always' && (hasMoved || isConflict);
	const remedy = canSkip ? adviceToSkip : undefined;
	if (!isConflict || !state) throw supplement(error, { remedy });
	const past = item.input.body.approved ? 'approved' : 'rejected';
	throw supplement(error, {
		remedy,
		title: `Task ${state.task_id} can't be ${past}: it ${whereIs(state)}`,
		facts: { task: state },
	});
};
