import type { Task } from '../../../../src';
import { Explained } from '../../../shared/words/explained';
import type { Foresight } from '../../operation';
import { stepRunsIn } from '../../taskState';

/** The service documents that it refuses a write at the step where a task is (sections 3 and 4). */
export class WrongStepType extends Explained {
	override readonly name = 'WrongStepType';
}

/** The types of steps that section 2 names; it names them as examples, so there may be others. */
const namedTypes = ['agent', 'approval', 'intake', 'review', 'signature'];

/** Whether a step may be of the type that is needed: one of that type, or of one that is not named. */
const mayBe = (type: unknown, needed: string): boolean =>
	type === needed || typeof type !== 'string' || !namedTypes.includes(type);

const advice =
	'The service would refuse this request (409). Run this again when the task is at the right step.';

/**
 * Foresees what the service does with a write that needs a step of one type, by where the task
 * stands. Of a type that the API text does not name, nothing is claimed.
 */
export const atStepOfType =
	(needed: 'approval' | 'signature', step: string) =>
	(task: Task): Foresight | undefined => {
		const { current_step_id: id, current_step_type: type } = task;
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
 * Foresees what the service does with the step run of a write. Which answer it has for a run that
 * the task does not show is not documented (section 4).
 */
export const ofStepRun = (task: Task, needed: string, id: string): Foresight | undefined => {
	const runs = stepRunsIn(task);
	const isShown = (run: Partial<Task['step_runs'][number]>) =>
		run.step_run_id === id && mayBe(run.step_type, needed);
	return !runs || runs.some(isShown)
		? undefined
		: {
				doubt: `The task has no ${needed} step run ${id}, so the service may refuse this request.`,
			};
};
