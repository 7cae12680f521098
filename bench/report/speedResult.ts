import { latencyMs } from '../host/service';
import { writeImage, writeResult } from '../results';
import { drawChart } from './chart';
import { isReached } from './goals';
import type { JobResult } from './report';
import { faultsOf, goalsOf, mediansOf } from './report';
import { readSpeed } from './speedTable';

/** Writes the medians, the runs and the goals of all jobs, and the chart of them. */
export const writeSpeed = async (results: readonly JobResult[], rounds: number): Promise<void> => {
	const jobs = results.map((result) => ({
		name: result.job.name,
		title: result.job.title,
		ways: result.job.ways.map(({ name, side }) => ({
			name,
			side,
			faults: faultsOf(result, name),
			median: mediansOf(result).get(name) ?? null,
			wallMs: result.runs.filter(({ way }) => way === name).map(({ figures }) => figures.wallMs),
			noisyRounds: result.runs.filter(({ way, noisy }) => way === name && noisy).length,
		})),
		goals: goalsOf(result).map((goal) => ({ ...goal, reached: isReached(goal) })),
	}));
	await writeResult('speed', { latencyMs, rounds, jobs });
	// From the shortened figures, which are the ones that are committed.
	await writeImage('speed', drawChart((await readSpeed()).jobs));
};
