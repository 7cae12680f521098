import { median } from '../figures';

/*
 * The interval that contains the true ratio of two versions, from the ratios of some rounds. It is
 * the interval of Wilcoxon's signed-rank test, which assumes no distribution of the noise, and in
 * which one odd round has little effect.
 */

/** The probability that the whole interval is above the true ratio, and also that it is below. */
const error = 0.01;

/** Minimum rounds for a certain result: with fewer, all could be on one side by chance. */
export const leastRounds = Math.ceil(-Math.log2(error));

/** In how many of the 2^n cases the ranks of the positive differences have each sum. */
const casesBySum = (count: number): number[] => {
	let cases = [1];
	for (let rank = 1; rank <= count; rank += 1) {
		const next = Array.from({ length: cases.length + rank }, () => 0);
		for (const [sum, number] of cases.entries()) {
			next[sum] = (next[sum] ?? 0) + number;
			next[sum + rank] = (next[sum + rank] ?? 0) + number;
		}
		cases = next;
	}
	return cases;
};

/** How many of the sorted means of pairs are outside of the interval on each side. */
const outside = (count: number): number => {
	const most = error * 2 ** count;
	let below = 0;
	const cases = casesBySum(count);
	for (const [sum, number] of cases.entries()) {
		below += number;
		if (below > most) return sum;
	}
	return cases.length;
};

/** The median of some ratios, and the interval that contains the true one. */
export interface Interval {
	readonly middle: number;
	readonly from: number;
	readonly to: number;
}

/** For at least one ratio. With fewer than the minimum of rounds, the interval is unbounded. */
export const intervalOf = (ratios: readonly number[]): Interval => {
	const logs = ratios.map(Math.log);
	const means = logs.flatMap((one, index) =>
		logs.slice(index).map((other) => Math.exp((one + other) / 2)),
	);
	means.sort((one, other) => one - other);
	const cut = outside(ratios.length);
	return {
		middle: median(means),
		from: cut === 0 ? 0 : (means[cut - 1] ?? 0),
		to: cut === 0 ? Infinity : (means[means.length - cut] ?? Infinity),
	};
};
