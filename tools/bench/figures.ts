import { z } from 'zod';

/** The figures of one run. Times are in milliseconds, memory in MB. */
export const figures = z.object({
	/** From the call of the workflow to its response. */
	wallMs: z.number(),
	/** From the first request to the last answer, by the service's log. */
	spanMs: z.number(),
	/** Processor time of n8n. */
	cpuMs: z.number(),
	/** Peak memory of n8n during the run, minus the memory before. */
	growthMb: z.number(),
	requests: z.number(),
	/** Requests that got a 429. */
	refused: z.number(),
});

export type Figures = z.infer<typeof figures>;

/** The median; NaN for an empty list. */
export const median = (numbers: readonly number[]): number => {
	const sorted = [...numbers].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? NaN;
	return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
};

/** The median of each figure over some runs. */
export const medians = (runs: readonly Figures[]): Figures =>
	figures.parse(
		Object.fromEntries(
			figures.keyof().options.map((name) => [name, median(runs.map((run) => run[name]))]),
		),
	);
