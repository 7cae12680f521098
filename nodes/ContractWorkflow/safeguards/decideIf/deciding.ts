import type { Task } from '../../../../src';
import { ApiError, condition, getTask } from '../../../../src';
import { clockOf } from '../../../shared/client/clock';
import type { Place } from '../../../shared/task/place';
import {
	Elsewhere,
	describePlace,
	placeOf,
	taskIdIn,
	whereIs,
	withPlace,
} from '../../../shared/task/place';
import { serviceText } from '../../../shared/words/errors';
import { supplement } from '../../../shared/words/explained';
import type { Output } from '../../operation';
import { inTurn } from '../../run/lanes';
import { isUnknown } from '../../run/outcome';
import type { Held, Run } from '../../run/types';
import type { Decision } from './evidence';

/** What came of the review of an item. */
export interface Review {
	/** Why the item is skipped, whatever its task. */
	readonly skips: string | undefined;
	/** Why its task is not where it must be, as a title. Undefined if the task is not judged. */
	readonly whyElsewhere: ((task: Task) => string | undefined) | undefined;
	/** What to do before the decision, in its plan. */
	readonly advice: string | undefined;
	/** Who gave the answer that the decision follows. */
	readonly answeredBy: string | null;
}

const adviceToSkip = 'To skip such tasks, set "If the Task Has Moved" to Skip.';

/**
 * The row of a decision, sent or not, with the place of its task before. `user_email` is the member
 * that was sent. If none was, the creator of the API key decides. `answered_by` is never a name:
 * people choose their names themselves.
 */
const rowOf = (place: Place | undefined, json: object): object => ({
	task_id: null,
	task_title: place?.task_title ?? null,
	status: place?.status ?? null,
	approved: null,
	user_email: null,
	answered_by: null,
	skipped: false,
	reason: null,
	// Not `current_step_id`: the row of one decision is no evidence for the next one.
	step_id: place?.current_step_id ?? null,
	step_name: place?.current_step_name ?? null,
	task_url: place?.task_url ?? null,
	message: null,
	...json,
});

/** The row of a decision that is skipped. */
export const skippedRow = (taskId: unknown, reason: string, place?: Place): Output => ({
	json: rowOf(place, { task_id: taskIdIn(taskId), skipped: true, reason }),
	skipped: true,
});

/** Why a task cannot be decided now, by its place or by the answer of the service. */
const reasonOf = (error: unknown): string | undefined => {
	if (error instanceof Elsewhere) return error.message;
	if (!(error instanceof ApiError) || error.status !== 409) return undefined;
	return serviceText(error.detail) ?? 'The service returned status 409';
};

/**
 * The row of a decision that was not carried out, if it is skipped.
 * @throws the error with what is known of its task.
 */
const notDecided = async (
	{ access }: Run,
	{ input, parameters, target }: Decision,
	error: unknown,
	place: Place | undefined,
): Promise<Output> => {
	const reason = reasonOf(error);
	if (reason === undefined) {
		throw isUnknown(error) ? await withPlace(access.client, target?.id ?? '', error) : error;
	}
	const { decideIf, ifMoved } = parameters;
	if (ifMoved === 'skip') return skippedRow(input.params.task_id, reason, place);
	const past = input.body.approved ? 'approved' : 'rejected';
	const refused = error instanceof ApiError ? place : undefined;
	throw supplement(error, {
		title: refused && `Task ${refused.task_id} can't be ${past}: it ${whereIs(refused)}`,
		facts: place && { task: place },
		remedy: decideIf === 'always' ? undefined : adviceToSkip,
	});
};

/**
 * Judges the task right before each try. Meanwhile no other execution of this process decides it,
 * whatever its credential: one service can have several host names.
 */
export const deciding =
	(
		run: Run,
		item: Decision,
		{ advice, answeredBy: answered_by, skips, whyElsewhere }: Review,
	): Held['around'] =>
	async (next, attempt) => {
		const { input, target } = item;
		if (skips !== undefined) return [skippedRow(input.params.task_id, skips)];
		let place: Place | undefined;
		const precondition =
			whyElsewhere &&
			condition(getTask, { params: input.params }, ({ task }) => {
				place = placeOf(task);
				const why = whyElsewhere(task);
				if (why === undefined) return;
				const advice = `Nothing was sent. Review the task again. ${adviceToSkip}`;
				throw new Elsewhere(why, `${describePlace(place)} ${advice}`);
			});
		return await inTurn(`task ${target?.id}`, clockOf(run.context), async () => {
			try {
				const outputs = await next({ ...attempt, ...(precondition && { precondition }) });
				return outputs.map((output) => ({
					...output,
					json: rowOf(place, { ...output.json, answered_by, ...(advice && { advice }) }),
				}));
			} catch (error) {
				return [await notDecided(run, item, error, place)];
			}
		});
	};
