import type { Row, Task } from '../../../../src';
import { getTask } from '../../../../src';
import { textIn, trimmed } from '../../../shared/fields/propertyValue';
import { currentRunsIn, isFinished, stepRunsIn } from '../../../shared/rows/stepRuns';
import type { Supplement } from '../../../shared/words/explained';
import { Explained, WrongField, supplement } from '../../../shared/words/explained';
import type { Item, Run } from '../../run/types';
import type { TaskState } from '../../taskState';
import { describeState, taskStateOf, whereIs } from '../../taskState';
import type { Evidence } from './review';
import { timeIn } from './review';

export const adviceToSkip = 'To skip such tasks, set "If the Task Has Moved" to Skip.';

/** The task is not where it was to be decided; nothing was sent. */
export class Moved extends Explained {
	readonly supplement: Supplement;

	constructor(message: string, state: TaskState) {
		const advice = `${describeState(state)} Nothing was sent. Review the task again. ${adviceToSkip}`;
		super(message, advice);
		this.supplement = { facts: { task: state } };
	}
}

const expected = (state: TaskState, name: string): string =>
	`Task ${state.task_id} ${whereIs(state)}; expected step: ${name}`;

/** Whether both are shown, and differ. */
const differ = (seen: string | undefined, now: unknown): boolean =>
	seen !== undefined && textIn(now) !== undefined && seen !== textIn(now);

/** Whether a task left its step since the run, and came back to it. */
const cameBack = (run: string | undefined, task: Task): boolean => {
	if (run === undefined || stepRunsIn(task).length === 0) return false;
	const runs = currentRunsIn(task);
	const own = runs.find(({ step_run_id: id }) => textIn(id) === run);
	const isOther = runs.some((one) => one !== own && !isFinished(one));
	return own === undefined || (isFinished(own) && isOther);
};

/** How a task has moved since the review, as a title; undefined if it has not. */
const changeOf = (
	evidence: Evidence,
	task: Task,
	state: TaskState,
	isStrict: boolean,
): string | undefined => {
	const { current_step_id: id, current_step_name: name } = state;
	const { stepId, stepName } = evidence;
	if (id === null || stepId !== textIn(id)) {
		const isNamedSo = stepName === undefined || stepName === textIn(name);
		return expected(state, (isNamedSo ? stepId : stepName) ?? 'none');
	}
	const who = `Task ${state.task_id}`;
	if (differ(evidence.stateId, task.workflow_state_id)) {
		return `${who} is not the one that was reviewed: its workflow_state_id differs`;
	}
	if (cameBack(evidence.run, task)) return `${who} left its step and came back after the review`;
	if (evidence.isPlan && differ(stepName, name)) return expected(state, stepName ?? '');
	return isStrict && timeIn(task.updated_at) !== evidence.updatedAt
		? `${who} was updated after the review`
		: undefined;
};

/** Judges right before a decision is sent if a task has moved, or changed, since the review. */
export const moved = (evidence: Evidence, task: Task, isStrict: boolean): Explained | undefined => {
	const state = taskStateOf(task);
	const change = changeOf(evidence, task, state, isStrict);
	return change === undefined ? undefined : new Moved(change, state);
};

/**
 * Judges if a task is at a step. The run or the name of a step in place of its ID is an error, never
 * a task that has moved.
 */
export const notAt = (given: string, task: Task): Explained | undefined => {
	const wanted = trimmed(given);
	const state = taskStateOf(task);
	if (wanted === textIn(state.current_step_id)) return undefined;
	const steps: readonly Row[] = [
		{ ...task, step_id: task.current_step_id, step_name: task.current_step_name },
		...stepRunsIn(task),
	];
	const own = steps.find(({ step_id: id }) => id === wanted);
	if (own) return new Moved(expected(state, textIn(own.step_name) ?? wanted), state);
	const other = steps.find((one) => one.step_run_id === wanted || one.step_name === wanted);
	if (!other) return new Moved(expected(state, wanted), state);
	const what = other.step_name === wanted ? 'the name' : 'the ID of a run';
	return new WrongField('Step', `needs a step ID, but ${wanted} is ${what} of a step`, [
		`The ID of that step is ${textIn(other.step_id) ?? ''}.`,
	]);
};

/** An error about a decision with an unknown outcome, with the state of its task now. */
export const withTaskState = async (
	{ access }: Run,
	{ target }: Item,
	error: unknown,
): Promise<unknown> => {
	const params = { task_id: target?.id ?? '' };
	const looked = access.client.call(getTask, { params });
	// If that read fails too, it adds nothing.
	const state = await looked.then(({ task }) => taskStateOf(task)).catch(() => undefined);
	return state
		? supplement(error, { addition: describeState(state), facts: { task: state } })
		: error;
};
