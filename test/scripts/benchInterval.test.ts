import { describe, expect, it } from '@jest/globals';
import { intervalOf, leastRounds } from '../../tools/bench/versions/interval';

describe('the interval of a ratio over rounds', () => {
	it('has no end with fewer than the least number of rounds', () => {
		const { middle, from, to } = intervalOf(Array.from({ length: leastRounds - 1 }, () => 2));
		expect([from, to]).toEqual([0, Infinity]);
		expect(middle).toBeCloseTo(2);
	});

	it('is that of the least and the largest ratio with the least number of rounds', () => {
		const { from, to } = intervalOf([1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 1.07]);
		expect(from).toBeCloseTo(1.01);
		expect(to).toBeCloseTo(1.07);
	});

	it('leaves out as many means of pairs as the table of the signed-rank test says', () => {
		// With 10 values and 1 % on one side, a sum of ranks of 5 is the last that is rejected.
		const ratios = Array.from({ length: 10 }, (_, index) => Math.exp(index / 10));
		const means = ratios.flatMap((one, index) =>
			ratios.slice(index).map((other) => Math.sqrt(one * other)),
		);
		means.sort((one, other) => one - other);
		expect(intervalOf(ratios).from).toBeCloseTo(means[5] ?? NaN);
		expect(intervalOf(ratios).to).toBeCloseTo(means.at(-6) ?? NaN);
	});

	it('does not follow one odd round', () => {
		const even = Array.from({ length: 19 }, (_, index) => 1 + ((index % 3) - 1) / 100);
		const { from, to } = intervalOf([...even, 3]);
		expect(from).toBeGreaterThan(0.98);
		expect(to).toBeLessThan(1.05);
	});

	it('is turned around when the versions change places', () => {
		const ratios = [1.2, 1.1, 0.9, 1.3, 1.05, 1.4, 1.15, 1.25];
		const straight = intervalOf(ratios);
		const turned = intervalOf(ratios.map((ratio) => 1 / ratio));
		expect(turned.from).toBeCloseTo(1 / straight.to);
		expect(turned.to).toBeCloseTo(1 / straight.from);
	});
});
