import type { OutputOf, getTask } from '../../../../src';
import { Explained } from '../../../shared/explained';
import type { Foresight } from '../../operation';

/** The service documents that it refuses a write at the step where a task is (sections 3 and 4). */
export class WrongStepType extends Explained {
	override readonly name = 'WrongStepType';
}

/** The types of steps that section 2 names; it names them as examples, so there may be others. */
const namedTypes = ['agent', 'approval', 'intake', 'review', 'signature'];

const advice =
	'The service refuses it there (409). Get the task again when it has come to such a step.';

/**
 * Foresees what the service does with a write that needs a step of one type, by where the task
 * stands. Of a type that the API text does not name, nothing is claimed.
 */
export const atStepOfType =
	(needed: 'approval' | 'signature', step: string) =>
	(task: OutputOf<typeof getTask>['task']): Foresight | undefined => {
		const { current_step_id: id, current_step_type: type } = task;
		if (type === needed) return undefined;
		if (id === null) {
			return {
				refusal: new WrongStepType(`The task has no current step, so it is not at ${step}`, advice),
			};
		}
		return type !== null && namedTypes.includes(type)
			? {
					refusal: new WrongStepType(
						`The task is not at ${step}: its step ${id} is of the type ${type}`,
						advice,
					),
				}
			: {
					doubt: `The service refuses it where the task is not at ${step}. Its step is of the type ${type ?? 'null'}, and whether that is such a step is not known.`,
				};
	};
