import { median } from '../report/figures';

/*
 * Where the true ratio of two versions lies, by the ratios of some rounds: the interval that belongs
 * to Wilcoxon's signed-rank test. It supposes no form of the noise, and one odd round moves it little.
 */

/** The chance that the interval lies wholly above the true ratio; and as much that it lies below. */
const error = 0.01;

/** Rounds without which nothing is sure: of fewer, all could lie on one side by chance. */
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

/** How many of the sorted means of pairs lie outside of the interval on each side. */
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

/** The middle of some ratios, and the interval in which the true one lies. */
export interface Interval {
	readonly middle: number;
	readonly from: number;
	readonly to: number;
}

/** Of at least one ratio; with fewer than the least number of rounds, it has no end. */
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
