import { z } from 'zod';
import { table } from '../../scripts/docs/table';
import { readResult } from '../results';
import { sides } from './report';

const way = z.object({
	name: z.string(),
	side: z.enum(['ours', 'rival', 'floor']),
	/** What was wrong with its results. */
	faults: z.array(z.string()),
	/** Null if it did not run to its end. */
	median: z.object({ wallMs: z.number(), cpuMs: z.number(), growthMb: z.number() }).nullable(),
});

const goal = z.object({
	what: z.string(),
	/** Null if no run returned it. */
	measured: z.number().nullable(),
	bar: z.number(),
	kind: z.enum(['most', 'exact']),
	unit: z.string(),
	reached: z.boolean(),
});

const measured = z.object({
	date: z.string(),
	n8n: z.string(),
	processors: z.string(),
	latencyMs: z.number(),
	rounds: z.number(),
	jobs: z.array(
		z.object({ name: z.string(), title: z.string(), ways: z.array(way), goals: z.array(goal) }),
	),
});

export type Speed = z.infer<typeof measured>;

/** Reads the committed figures. */
export const readSpeed = async (): Promise<Speed> => await readResult('speed', measured);

const seconds = (ms: number): string => `${Number((ms / 1000).toPrecision(2))} s`;

/**
 * The rows of a job, with its name in the first. A poll that was too short to be measured has none.
 */
const rowsOf = ({ title, ways }: Speed['jobs'][number]): string[][] => {
	const rows = ways.flatMap(({ name, side, faults, median }) => {
		if (!median?.wallMs) return [];
		// Zero is not measured: n8n in several processes, or less than the clock shows.
		const cpu = median.cpuMs === 0 ? '-' : seconds(median.cpuMs);
		const growth = median.growthMb === 0 ? '-' : `${median.growthMb.toFixed(0)} MB`;
		return [
			[
				`${sides[side]}: ${name}`,
				seconds(median.wallMs),
				...(side === 'floor' ? ['-', '-'] : [cpu, growth]),
				faults.length > 0 ? `**wrong:** ${faults.join('; ')}` : 'right',
			],
		];
	});
	return rows.map((row, index) => [index === 0 ? title : '', ...row]);
};

/** The results in docs/benchmark.md. */
export const speedTable = ({ date, n8n, processors, latencyMs, rounds, jobs }: Speed): string =>
	[
		`Measured on ${date} with n8n ${n8n}, on ${processors}. Medians of at most ${rounds} rounds. The service adds ${latencyMs} ms to each response.`,
		table(['Job', 'Way', 'Time', 'CPU', 'More memory', 'Result'], jobs.flatMap(rowsOf)),
	].join('\n\n');

const figure = (value: number, unit: string): string =>
	`${Number(value.toPrecision(3)).toLocaleString('en')} ${unit}`.trimEnd();

/** The goals in docs/benchmark.md, with the measured figures. */
export const speedGoals = ({ jobs }: Speed): string =>
	table(
		['Job (`--only`)', 'Figure', 'Goal', 'Measured', 'Reached'],
		jobs.flatMap(({ name, goals }) =>
			goals.map(({ what, measured: value, bar, kind, unit, reached }) => [
				`\`${name}\``,
				what,
				`${kind === 'most' ? 'at most ' : ''}${figure(bar, unit)}`,
				value === null ? '-' : figure(value, unit),
				reached ? 'yes' : '**no**',
			]),
		),
	);
