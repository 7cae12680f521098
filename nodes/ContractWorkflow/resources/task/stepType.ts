import type { Row, Task } from '../../../../src';
import { stepRunsIn } from '../../../shared/rows/stepRuns';
import { Explained } from '../../../shared/words/explained';
import type { Foresight } from '../../operation';

/**
 * The service documents that it refuses a write at the current step of the task (sections 3 and 4).
 */
export class WrongStepType extends Explained {
	override readonly name = 'WrongStepType';
}

/** The types of steps that section 2 names. They are examples, so there may be others. */
const namedTypes = ['agent', 'approval', 'intake', 'review', 'signature'];

/**
 * Whether a step may have the needed type: it has that type, or one that section 2 does not name.
 */
const mayBe = (type: unknown, needed: string): boolean =>
	type === needed || typeof type !== 'string' || !namedTypes.includes(type);

/** The statuses of a task that has ended (section 3). It may still show its last step. */
const ended: readonly string[] = ['completed', 'cancelled', 'failed', 'archived', 'rejected'];

const advice =
	'The service would refuse this request (409). Run this again when the task is at the right step.';

/**
 * Predicts, from the state of the task, how the service responds to a write that needs a step of
 * one type. For a type that the API text does not name, it predicts nothing.
 */
export const atStepOfType =
	(needed: 'approval' | 'signature', step: string) =>
	(task: Task): Foresight | undefined => {
		const { current_step_id: id, current_step_type: type, status } = task;
		if (ended.includes(status)) {
			return {
				refusal: new WrongStepType(`The task is ${status}, so it has no open step`, advice),
			};
		}
		if (type === needed) return undefined;
		if (id === null) {
			return {
				refusal: new WrongStepType(`The task has no current step, so it is not at ${step}`, advice),
			};
		}
		return mayBe(type, needed)
			? {
					doubt: `The service refuses this request unless the task is at ${step}. It is not known if a step of type ${type ?? 'null'} is ${step}.`,
				}
			: {
					refusal: new WrongStepType(
						`The task is not at ${step}: its step ${id} has the type ${type}`,
						advice,
					),
				};
	};

/**
 * Predicts how the service responds to the step run of a write. For a run that the task does not
 * show, the response is not documented (section 4).
 */
export const ofStepRun = (task: Task, needed: string, id: string): Foresight | undefined => {
	const runs = stepRunsIn(task);
	const isShown = (run: Row) => run.step_run_id === id && mayBe(run.step_type, needed);
	return !runs || runs.some(isShown)
		? undefined
		: {
				doubt: `The task has no ${needed} step run ${id}, so the service may refuse this request.`,
			};
};
