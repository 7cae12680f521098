import { describe, expect, it } from '@jest/globals';
import { intervalOf, leastRounds } from '../../tools/bench/versions/compare';

describe('the interval of a ratio over rounds', () => {
	it('has no end with fewer than the least number of rounds', () => {
		const ratios = Array.from({ length: leastRounds - 1 }, () => 2);
		expect(intervalOf(ratios)).toEqual({ middle: 2, from: 0, to: Infinity });
	});

	// By the binomial distribution, with 1 % on each side.
	it.each([
		[7, 1, 7],
		[10, 1, 10],
		[14, 3, 12],
		[20, 5, 16],
	])('of %d rounds is from the one of rank %d to that of rank %d', (count, from, to) => {
		const ratios = Array.from({ length: count }, (_, index) => count - index);
		expect(intervalOf(ratios)).toMatchObject({ from, to });
	});
});
