import type { Task } from '../../../../src';
import { Explained } from '../../../shared/words/explained';

/**
 * The service documents that it refuses a write at the current step of the task (sections 3 and 4).
 */
export class WrongStepType extends Explained {
	constructor(fault: string) {
		super(
			fault,
			'The service would refuse this request (409). Run this again when the task is at the right step.',
		);
	}
}

/** The types of steps that section 2 names. They are examples, so there may be others. */
const namedTypes = ['agent', 'approval', 'intake', 'review', 'signature'];

/**
 * Why the service would refuse a write that needs a step of one type, from the state of the task. A
 * step of a type that the API text does not name may be one.
 */
export const atStepOfType =
	(needed: 'approval' | 'signature', step: string) =>
	({ current_step_id: id, current_step_type: type }: Task): WrongStepType | undefined => {
		if (id === null) {
			return new WrongStepType(`The task has no current step, so it is not at ${step}`);
		}
		if (type === needed || type === null || !namedTypes.includes(type)) return undefined;
		return new WrongStepType(`The task is not at ${step}: its step ${id} has the type ${type}`);
	};
