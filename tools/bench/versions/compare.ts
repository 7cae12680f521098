import { SetupError } from '../../scripts/script';
import type { Prepared, Run } from '../job';
import { median } from '../job';

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

/**
 * The median of some ratios, and the interval that contains the true one. With fewer than the
 * minimum of rounds, the interval is unbounded.
 */
export const intervalOf = (ratios: readonly number[]) => {
	const sorted = [...ratios].sort((one, other) => one - other);
	const left = outside(sorted.length);
	return {
		middle: median(sorted),
		from: sorted[left] ?? 0,
		to: sorted[sorted.length - 1 - left] ?? Infinity,
	};
};

/** How much slower a job may be: nobody notices less, and no machine measures it reliably. */
const mostSlower = 1.05;

/** The processor times of a round, in milliseconds: what other programs disturb least. */
interface Round {
	readonly now: number;
	readonly before: number;
}

/** A job, prepared in both versions, and its results. */
export interface Contest {
	readonly job: string;
	readonly now: Prepared;
	readonly before: Prepared;
	readonly rounds: Round[];
	/** What was wrong with this version's results. */
	readonly faults: Set<string>;
}

const runOlder = async ({ before, job }: Contest): Promise<Run> => {
	const run = await before.run();
	if (run.faults.length === 0) return run;
	throw new SetupError(
		`The older version does not do '${job}': ${run.faults.join('; ')}. ` +
			'Choose a newer ref, or name the other jobs.',
	);
};

const runNewer = async ({ now, faults }: Contest): Promise<Run> => {
	const run = await now.run();
	for (const fault of run.faults) faults.add(fault);
	return run;
};

/** The better time of two runs: n8n collects garbage, also that of earlier runs, in some. */
const better = (one: Run, other: Run): number => Math.min(one.figures.cpuMs, other.figures.cpuMs);

/** Runs both versions twice, the one around the other, by turns. */
const runRound = async (contest: Contest, round: number): Promise<void> => {
	const isNewerFirst = round % 2 === 0;
	const [first, second] = isNewerFirst ? [runNewer, runOlder] : [runOlder, runNewer];
	const begun = await first(contest);
	const inner = better(await second(contest), await second(contest));
	const outer = better(begun, await first(contest));
	const [now, before] = isNewerFirst ? [outer, inner] : [inner, outer];
	if (round >= 0) contest.rounds.push({ now, before });
};

/** The ratio of this version to the older one. */
export const ratioOf = ({ rounds }: Contest) =>
	intervalOf(rounds.map(({ now, before }) => now / before));

/** Whether a job is certainly within the bar, so that more rounds could not change the verdict. */
const isSettled = (contest: Contest): boolean =>
	contest.rounds.length >= leastRounds && ratioOf(contest).to <= mostSlower;

/**
 * Runs both versions by turns until each job is certainly within the bar, or a limit is reached.
 * The first round of each is not counted, because it loads and compiles the code.
 */
export const runContests = async (
	contests: readonly Contest[],
	bounds: {
		readonly mostRounds: number;
		/** A time of `Date.now()`. */
		readonly deadline: number;
		readonly signal: AbortSignal;
	},
	progress: (contest: Contest) => void,
): Promise<void> => {
	const tookMs = new Map<Contest, number>();
	for (let round = -1; round < bounds.mostRounds; round += 1) {
		for (const contest of contests) {
			bounds.signal.throwIfAborted();
			const begun = Date.now();
			if (begun + (tookMs.get(contest) ?? 0) > bounds.deadline) return;
			if (isSettled(contest)) continue;
			await runRound(contest, round);
			tookMs.set(contest, Date.now() - begun);
			if (round >= 0) progress(contest);
		}
	}
};

/** The verdict of a job's rounds. `unsure` if the noise is too large, which fails nothing. */
export const verdictOf = (contest: Contest): 'wrong' | 'slower' | 'not slower' | 'unsure' => {
	if (contest.faults.size > 0) return 'wrong';
	if (ratioOf(contest).from > mostSlower) return 'slower';
	return isSettled(contest) ? 'not slower' : 'unsure';
};
