import { sleep } from 'n8n-workflow';
import type { InputValue } from '../../../src';
import { createFaults } from '../../shared/words/explained';

/** How many values are written before other work can run. */
const mostAtOnce = 1_000;

/**
 * Writes all values.
 * @param more other faults
 * @throws {WrongFields} that names all faults.
 */
export const allOf = async (
	values: ReadonlyArray<() => Promise<InputValue>>,
	more: readonly Error[] = [],
): Promise<InputValue[]> => {
	const faults = createFaults('variables');
	const written: InputValue[] = [];
	for (let from = 0; from < values.length; from += mostAtOnce) {
		if (from > 0) await sleep(0);
		const some = values.slice(from, from + mostAtOnce);
		for (const outcome of await Promise.allSettled(some.map((value) => value()))) {
			if (outcome.status === 'fulfilled') written.push(outcome.value);
			else faults.take(outcome.reason);
		}
	}
	for (const fault of more) faults.take(fault);
	faults.check();
	return written;
};
