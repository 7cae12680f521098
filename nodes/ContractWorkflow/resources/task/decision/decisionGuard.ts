import type { Condition, InputOf, Task, approveTask } from '../../../../../src';
import { ApiError, condition, getTask } from '../../../../../src';
import { serviceText } from '../../../../shared/words/errors';
import { Supplemented, causeOf } from '../../../../shared/words/explained';
import type { Guard } from '../../../operation';
import type { PlanNotToSend } from '../../../plan/plannedDecision';
import type { Output } from '../../../surroundings';
import type { Review, TaskState } from '../../../taskState';
import {
	changeSince,
	describeState,
	nameOfTask,
	reportedState,
	stepRunsIn,
	taskStateOf,
	whereIs,
} from '../../../taskState';
import { WrongStepType } from '../stepType';
import type { Mistaken } from './heldBack';
import { NotAStep, NotAsReviewed, NotDecided } from './heldBack';

type Decision = InputOf<typeof approveTask>;
/** The conditions of a decision, and what to do if they are not met. */
interface DecisionGuardOptions {
	/** The step that the task must be at. */
	readonly step: string | undefined;
	/** Whether a task that was already decided is skipped instead of failing. */
	readonly skips: boolean;
	/** What the decision must match beside the step. */
	readonly review: Review | undefined;
	/** The plan, if it does not send the decision. */
	readonly notToSend: PlanNotToSend | undefined;
}

/**
 * What was meant if the run or the name of one of the task's steps (section 2) was given as a step.
 * Undefined for the ID of a step, also of one that the task has not reached.
 */
const mistakenIn = (task: Task, given: string): Mistaken | undefined => {
	const { current_step_run_id: run, current_step_id: id, current_step_name: name } = task;
	const steps = [
		{ run, id, name },
		...(stepRunsIn(task) ?? []).map((past) => ({
			run: past.step_run_id,
			id: past.step_id,
			name: past.step_name ?? null,
		})),
	].filter((step): step is typeof step & { id: string } => typeof step.id === 'string');
	if (steps.some((step) => step.id === given)) return undefined;
	const ofRun = steps.find((step) => step.run === given);
	if (ofRun) return { ...ofRun, what: 'the ID of a step run' };
	const ofName = steps.find((step) => step.name === given);
	return ofName && { ...ofName, what: 'the name of a step', name: null };
};

/**
 * Stops a decision if the task is not at the step, or has moved since the review.
 * @param onSeen called with the state of the task
 */
const asReviewed = (
	{ params }: Decision,
	{ step, review }: DecisionGuardOptions,
	onSeen: (state: TaskState) => void,
): Condition =>
	condition(getTask, { params }, ({ task }) => {
		const state = taskStateOf(task);
		onSeen(state);
		const isElsewhere = step !== undefined && task.current_step_id !== step;
		const mistaken = isElsewhere && mistakenIn(task, step);
		if (mistaken) throw new NotAStep(step, mistaken, state);
		const change = review && changeSince(review, state);
		if (review && change !== undefined) throw new NotAsReviewed(change, review.by, state);
		if (isElsewhere) throw new NotDecided(step, state);
	});

/**
 * The columns of a decision, sent or not. `step_id` is the step of the task before the decision.
 * `user_email` is the member that was sent. If none was, the creator of the API key decides.
 */
export const decisionColumns = {
	task_id: null,
	task_title: null,
	status: null,
	approved: null,
	user_email: null,
	skipped: false,
	reason: null,
	step_id: null,
	step_name: null,
	message: null,
};

const columnsOf = ({ task_title, status, current_step_id, current_step_name }: TaskState) => ({
	task_title,
	status,
	step_id: current_step_id,
	step_name: current_step_name,
});

const skippedOutput = (
	{ params }: Decision,
	reason: string,
	state: TaskState | undefined,
): Output => ({
	json: {
		...(state && columnsOf(state)),
		task_id: Number(params.task_id),
		skipped: true,
		reason,
	},
	skipped: true,
});

/** The output of an item whose plan does not send it. */
const notPlanned = (input: Decision, { verdict, reason }: PlanNotToSend): Output => {
	const was = verdict === 'would_skip' ? 'be skipped' : 'fail';
	return skippedOutput(
		input,
		`According to the plan, the task would ${was}${reason === null ? '' : `: ${reason}`}`,
		undefined,
	);
};

/**
 * Checks a decision against the reviewed step, plan or question. The request (POST
 * /tasks/{task_id}/approve, section 4) contains no step, so a second request would decide the next
 * step. If the outcome of a decision is unknown, the task is read once to report its state.
 */
export const decisionGuard = (input: Decision, options: DecisionGuardOptions): Guard<Decision> => {
	const { step, skips, review, notToSend } = options;
	const isHeld = step !== undefined || review;
	let seen: TaskState | undefined;
	const onSeen = (state: TaskState) => {
		seen = state;
	};
	return {
		...(notToSend && { beforehand: notPlanned(input, notToSend) }),
		...(isHeld && { precondition: asReviewed(input, options, onSeen) }),
		seen: () => (seen ? columnsOf(seen) : {}),
		passedOver(error) {
			const isHeldBack =
				error instanceof NotAsReviewed ||
				(skips && (error instanceof NotDecided || error instanceof WrongStepType));
			if (isHeldBack) return skippedOutput(input, error.message, seen);
			if (!skips || !(error instanceof ApiError) || error.status !== 409) return undefined;
			const reason = serviceText(error.detail) ?? `The service returned status ${error.status}`;
			return skippedOutput(input, reason, seen);
		},
		refused(error) {
			const cause = causeOf(error);
			if (!seen || !(cause instanceof ApiError) || cause.status !== 409) return error;
			const past = input.body.approved ? 'approved' : 'rejected';
			return new Supplemented(error, {
				title: `${nameOfTask(seen)} can't be ${past}: ${whereIs(seen)}`,
				facts: { task: reportedState(seen) },
			});
		},
		async unknown(client, { params }, cause) {
			const looked = client.call(getTask, { params }, { noRepeat: true });
			// If that read fails too, the error adds nothing.
			const state = await looked.then(({ task }) => taskStateOf(task)).catch(() => undefined);
			const facts = state && { task: reportedState(state) };
			return facts ? new Supplemented(cause, { addition: describeState(state), facts }) : cause;
		},
	};
};
