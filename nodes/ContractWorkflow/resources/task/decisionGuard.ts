import type { Condition, InputOf, OutputOf, approveTask } from '../../../../src';
import { ApiError, condition, getTask } from '../../../../src';
import { serviceText } from '../../../shared/errors';
import { Supplemented } from '../../../shared/explained';
import type { Guard, Output } from '../../operation';
import { haveSameRuns, planStandingOf, stepRunsIn } from '../../run/standing';
import type { Mistaken } from './heldBack';
import { NotAStep, NotAsPlanned, NotDecided, standingOf, standingText } from './heldBack';
import type { PlanNotToSend, PlanToSend, PlannedDecision } from './plannedDecision';
import { WrongStepType } from './stepType';

type Decision = InputOf<typeof approveTask>;
type Task = OutputOf<typeof getTask>['task'];

/** What must hold for a decision, and what to do if it does not. */
export interface DecisionGuardOptions {
	/** The step that the task must be at. */
	readonly step: string | undefined;
	/** Whether a task that was decided already is passed over instead of being an error. */
	readonly skips: boolean;
	/** What the decision is held to beside the step. */
	readonly plan: PlannedDecision | undefined;
}

/**
 * What was meant where the run or the name of one of the task's steps (section 2) was given as a
 * step; undefined for an ID of a step, also of one that the task has not come to.
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
	if (ofRun) return { ...ofRun, what: 'a step run (step_run_id)' };
	const ofName = steps.find((step) => step.name === given);
	return ofName && { ...ofName, what: 'the name of a step', name: null };
};

const stepText = (id: string | null): string => (id === null ? 'at no step' : `at the step ${id}`);

/** @throws {NotAsPlanned} for a task that is not where the plan saw it. */
const checkPlanned = (task: Task, { standing: seen, isStrict }: PlanToSend): void => {
	const now = planStandingOf(task);
	const { current_step_id: step, status, updated_at: time } = now;
	const changed = (what: string): never => {
		throw new NotAsPlanned(what, standingOf(task));
	};
	if (step !== seen.current_step_id) {
		changed(
			`The task was ${stepText(seen.current_step_id)} and is ${stepText(step)}: it has moved`,
		);
	}
	if (!haveSameRuns(seen, now)) {
		changed('The step runs of the task are no longer those of the plan: it has moved');
	}
	if (status !== seen.status) {
		changed(`The status of the task was ${seen.status} and is ${status}: it has changed`);
	}
	if (isStrict && time !== seen.updated_at) {
		changed(
			`The task was last updated at ${seen.updated_at} and now is at ${time}: it was updated`,
		);
	}
};

/** Holds a decision back from a task that is not at the step, or not where the plan saw it. */
const asReviewed = ({ params }: Decision, { step, plan }: DecisionGuardOptions): Condition =>
	condition(getTask, { params }, ({ task }) => {
		const isElsewhere = step !== undefined && task.current_step_id !== step;
		const mistaken = isElsewhere && mistakenIn(task, step);
		if (mistaken) throw new NotAStep(step, mistaken, standingOf(task));
		if (plan?.verdict === 'would_send') checkPlanned(task, plan);
		if (isElsewhere) throw new NotDecided(step, standingOf(task));
	});

/** The item whose plan was not to send it. */
const notPlanned = ({ params }: Decision, { verdict, reason }: PlanNotToSend): Output => {
	const was = verdict === 'would_skip' ? 'to skip it' : 'that it would fail';
	return {
		json: {
			task_id: Number(params.task_id),
			skipped: true,
			reason: `The plan was ${was}${reason === null ? '' : `: ${reason}`}`,
		},
		skipped: true,
	};
};

/**
 * Holds a decision to the step that was reviewed, and to its plan. The request (POST
 * /tasks/{task_id}/approve, section 4) names no step, so a second one would decide the next step.
 * When the outcome of a decision is unknown the task is looked at, once, to tell where it stands.
 */
export const decisionGuard = (input: Decision, options: DecisionGuardOptions): Guard<Decision> => {
	const { step, skips, plan } = options;
	return {
		...(plan && plan.verdict !== 'would_send' && { beforehand: notPlanned(input, plan) }),
		...((step !== undefined || plan) && { precondition: asReviewed(input, options) }),
		passedOver(error) {
			const isHeldBack = error instanceof NotDecided && skips;
			if (isHeldBack || error instanceof NotAsPlanned) {
				return { json: { ...error.standing, skipped: true, reason: error.message }, skipped: true };
			}
			if (!skips) return undefined;
			const task_id = Number(input.params.task_id);
			if (error instanceof WrongStepType) {
				return { json: { task_id, skipped: true, reason: error.message }, skipped: true };
			}
			if (!(error instanceof ApiError) || error.status !== 409) return undefined;
			const reason =
				serviceText(error.detail) ?? `The service answered with status ${error.status}`;
			return { json: { task_id, skipped: true, reason }, skipped: true };
		},
		async unknown(client, { params }, cause) {
			const looked = client.call(getTask, { params }, { noRepeat: true });
			// A look that fails, too, adds nothing to what is told.
			const standing = await looked.then(({ task }) => standingOf(task)).catch(() => undefined);
			return standing
				? new Supplemented(cause, standingText(standing), { task: standing })
				: new Supplemented(cause, '');
		},
	};
};
