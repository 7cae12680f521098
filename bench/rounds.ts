import type { Bench, Job, Prepared, Way } from './job';
import type { Run } from './report/figures';

/** A way's run in one round. */
export interface RoundRun extends Run {
	readonly way: string;
	readonly round: number;
	/** Whether the round was noisy, and kept because the maximum of repetitions was reached. */
	readonly noisy: boolean;
}

/** What is reported while a job runs. */
export interface Progress {
	ran(way: Way, round: number, run: Run): void;
	repeated(round: number, difference: number): void;
}

/** How much the load of the rest of the machine may differ between two sides of a round. */
const mostNoise = 0.3;

/** How much the ways of a round differ in the load from elsewhere, as a share of the wall time. */
const noiseOf = (ways: readonly Way[], runs: ReadonlyMap<string, Run>): number => {
	const loads = ways
		.filter(({ side, mayFail }) => side !== 'floor' && !mayFail)
		.flatMap(({ name }) => runs.get(name)?.figures.otherLoad ?? []);
	return loads.length < 2 ? 0 : Math.max(...loads) - Math.min(...loads);
};

/**
 * Each round starts with a different side, so that no side has an advantage. The floor comes last.
 */
const inTurn = (ways: readonly Way[], round: number): Way[] => {
	const [floors, others] = [
		ways.filter(({ side }) => side === 'floor'),
		ways.filter(({ side }) => side !== 'floor'),
	];
	const from = round % Math.max(others.length, 1);
	return [...others.slice(from), ...others.slice(0, from), ...floors].filter(
		({ rounds = Infinity }) => round < rounds,
	);
};

const runRound = async (
	bench: Bench,
	job: Job,
	ways: readonly Way[],
	ready: Map<Way, Prepared>,
) => {
	const runs = new Map<string, Run>();
	for (const way of ways) {
		bench.signal.throwIfAborted();
		if (job.fresh && way.side !== 'floor') {
			await bench.host.restart(job.nodeOptions);
			await ready.get(way)?.warmUp?.();
		}
		const latest = new Map([...runs].map(([name, { figures }]) => [name, figures]));
		const run = await ready.get(way)?.run(latest);
		if (run) runs.set(way.name, run);
	}
	return runs;
};

const runRounds = async (
	bench: Bench,
	job: Job,
	wanted: number,
	progress: Progress,
	ready: Map<Way, Prepared>,
): Promise<RoundRun[]> => {
	const rounds = Math.min(wanted, job.mostRounds ?? Infinity);
	const all: RoundRun[] = [];
	let repeats = job.ignoresNoise ? 0 : rounds;
	for (let round = 0; round < rounds; round += 1) {
		const ways = inTurn(job.ways, round);
		const runs = await runRound(bench, job, ways, ready);
		const noise = noiseOf(ways, runs);
		const noisy = noise > mostNoise;
		if (noisy && repeats > 0) {
			repeats -= 1;
			progress.repeated(round, noise);
			round -= 1;
			continue;
		}
		for (const way of ways) {
			const run = runs.get(way.name);
			if (!run) continue;
			progress.ran(way, round, run);
			all.push({ ...run, way: way.name, round, noisy: noisy && !job.ignoresNoise });
		}
	}
	return all;
};

/** Prepares the ways of a job. */
const prepareWays = async (bench: Bench, job: Job, ready: Map<Way, Prepared>): Promise<void> => {
	for (const way of job.ways) {
		const prepared = await way.prepare(bench);
		ready.set(way, prepared);
		if (!job.fresh) await prepared.warmUp?.();
	}
};

/**
 * Runs all ways of a job side by side, in as many rounds as requested or as the job allows. A noisy
 * round is repeated, at most as often as there are rounds. After that it is kept and marked.
 */
export const runJob = async (
	bench: Bench,
	job: Job,
	wanted: number,
	progress: Progress,
): Promise<RoundRun[]> => {
	const ready = new Map<Way, Prepared>();
	try {
		await prepareWays(bench, job, ready);
		return await runRounds(bench, job, wanted, progress, ready);
	} finally {
		for (const prepared of ready.values()) await prepared.stop?.();
	}
};
