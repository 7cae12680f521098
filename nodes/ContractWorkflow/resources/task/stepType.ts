import type { Task } from '../../../../src';
import { Elsewhere } from '../../../shared/task/place';

/** The types of steps that section 2 names. They are examples, so there may be others. */
const namedTypes = ['agent', 'approval', 'intake', 'review', 'signature'];

/**
 * Why the service would refuse a write that needs a step of one type (sections 3 and 4), from the
 * state of the task. A step of a type that the API text does not name may be one.
 */
export const atStepOfType =
	(needed: 'approval' | 'signature', step: string) =>
	({ current_step_id: id, current_step_type: type }: Task): Elsewhere | undefined => {
		const mayBe = type === needed || type === null || !namedTypes.includes(type);
		if (id !== null && mayBe) return undefined;
		return new Elsewhere(
			`The task is at ${id ?? 'no step'}, not at ${step}`,
			'The service would refuse this (409). Wait until the task is at that step.',
		);
	};
