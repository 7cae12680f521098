import { sleep } from 'n8n-workflow';
import type { InputValue } from '../../../src';
import { Explained } from '../../shared/explained';

/** Most faults that an error names. */
const mostFaults = 100;

/** All that is wrong with the variables of an item; nothing was sent. */
class WrongVariables extends Explained {
	override readonly name = 'WrongVariables';

	constructor(faults: readonly string[]) {
		const more = faults.length - mostFaults;
		const named = faults.slice(0, mostFaults).join('; ');
		super(
			more > 0 ? `${named}; and ${more} more` : named,
			'Nothing was sent. Correct the field and run again.',
		);
	}
}

/** How many values are written before all else has its turn. */
const mostAtOnce = 1_000;

/** All values, or all that is wrong with them. */
export const allOf = async (
	values: ReadonlyArray<() => Promise<InputValue>>,
	faults: readonly string[] = [],
): Promise<InputValue[]> => {
	const outcomes: Array<PromiseSettledResult<InputValue>> = [];
	for (let from = 0; from < values.length; from += mostAtOnce) {
		if (from > 0) await sleep(0);
		const some = values.slice(from, from + mostAtOnce);
		for (const outcome of await Promise.allSettled(some.map((value) => value()))) {
			outcomes.push(outcome);
		}
	}
	const wrong = outcomes.flatMap((outcome): string[] => {
		if (outcome.status === 'fulfilled') return [];
		if (outcome.reason instanceof Explained) return [outcome.reason.message];
		throw outcome.reason;
	});
	if (wrong.length + faults.length > 0) throw new WrongVariables([...wrong, ...faults]);
	return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
};
