import { median } from '../figures';

/*
 * The interval that contains the true ratio of two versions, from the ratios of some rounds. It is
 * that of the sign test, which assumes nothing about the noise.
 */

/** The probability that the whole interval is above the true ratio, and also that it is below. */
const error = 0.01;

/** Minimum rounds for a certain result: with fewer, all could be on one side by chance. */
export const leastRounds = Math.ceil(-Math.log2(error));

/** How many of the sorted ratios are outside of the interval on each side. */
const outside = (count: number): number => {
	const most = error * 2 ** count;
	let [rank, cases, below] = [0, 1, 1];
	while (below <= most) {
		cases = (cases * (count - rank)) / (rank + 1);
		below += cases;
		rank += 1;
	}
	return rank - 1;
};

/** The median of some ratios, and the interval that contains the true one. */
export interface Interval {
	readonly middle: number;
	readonly from: number;
	readonly to: number;
}

/** For at least one ratio. With fewer than the minimum of rounds, the interval is unbounded. */
export const intervalOf = (ratios: readonly number[]): Interval => {
	const sorted = [...ratios].sort((one, other) => one - other);
	const left = outside(sorted.length);
	return {
		middle: median(sorted),
		from: sorted[left] ?? 0,
		to: sorted[sorted.length - 1 - left] ?? Infinity,
	};
};
