import { z } from 'zod';
import { readResult } from '../results';

/** Approvals by a number of workers; times in seconds. */
const byWorkers = z.object({
	workers: z.number(),
	/** Under the rate limit. */
	seconds: z.number(),
	/** Relative to the time that the rate limit itself takes. */
	ratio: z.number(),
	/** The share of all requests that was refused. */
	refused: z.number(),
	/** Without a rate limit. */
	perSecond: z.number(),
});

/** What `npm run prove workers` measured last. */
const measured = z.object({
	date: z.string(),
	n8n: z.string(),
	rounds: z.number(),
	byWorkers: z.array(byWorkers),
	many: z.object({
		tasks: z.number(),
		executions: z.number(),
		seconds: z.number(),
		refused: z.number(),
		/** How many tasks each worker approved. */
		byWorker: z.array(z.number()),
	}),
});

export type ByWorkers = z.infer<typeof byWorkers>;
export type Measured = z.infer<typeof measured>;

/** Reads the committed figures. */
export const readWorkers = async (): Promise<Measured> => await readResult('workers', measured);

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

/** The table of docs/benchmark.md. */
export const workersTable = ({ date, n8n, rounds, byWorkers: rows }: Measured): string =>
	[
		`Measured on ${date} with n8n ${n8n}; ${rounds === 1 ? 'one round' : `medians of ${rounds} rounds`}:`,
		'',
		'| Workers | 1,000 approvals, 300 requests in 10 s allowed | Of the least time | Requests refused | Approvals each second without a limit |',
		'|---|---|---|---|---|',
		...rows.map(
			({ workers, seconds, ratio, refused, perSecond }) =>
				`| ${workers} | ${seconds.toFixed(1)} s | ${ratio.toFixed(2)} | ${percent(refused)} | ${perSecond.toFixed(0)} |`,
		),
	].join('\n');

/** The sentence below the picture of docs/benchmark.md. */
export const manyTasks = ({ many }: Measured): string => {
	const { tasks, executions, seconds, refused, byWorker } = many;
	const counts = byWorker.map((count) => count.toLocaleString('en')).join(', ');
	return (
		`${tasks.toLocaleString('en')} tasks in ${executions} executions, 1,500 requests in 10 s allowed, took ` +
		`${seconds.toFixed(0)} s. Each was approved once; ${percent(refused)} of the requests were refused. ` +
		`The workers approved ${counts}.`
	);
};
