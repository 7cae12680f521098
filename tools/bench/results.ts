import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { chosenVersion } from '../scripts/n8n/installation/versions';
import { figures, medians } from './job';
import type { JobRuns } from './run';

const way = z.object({
	name: z.string(),
	side: z.enum(['ours', 'rival']),
	/** What was wrong with its results, without repetitions. */
	faults: z.array(z.string()),
	median: figures,
});

const speed = z.object({
	date: z.string(),
	n8n: z.string(),
	node: z.string(),
	processors: z.string(),
	latencyMs: z.number(),
	rounds: z.number(),
	jobs: z.array(z.object({ name: z.string(), title: z.string(), ways: z.array(way) })),
});

type MeasuredJob = z.infer<typeof speed>['jobs'][number];
type Speed = z.infer<typeof speed>;

/** The medians of all jobs, with the date and the machine. */
export const speedOf = (
	jobs: readonly JobRuns[],
	settings: Pick<Speed, 'latencyMs' | 'rounds'>,
): Speed => ({
	date: new Date().toISOString().slice(0, 10),
	n8n: chosenVersion(),
	node: process.version,
	processors: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
	...settings,
	jobs: jobs.map(({ job: { name, title }, ways }) => ({
		name,
		title,
		ways: ways.map(({ way: { name: wayName, side }, runs }) => ({
			name: wayName,
			side,
			faults: [...new Set(runs.flatMap(({ faults }) => faults))],
			median: medians(runs.map((run) => run.figures)),
		})),
	})),
});

/** Whether this package returned anything wrong. */
export const hasFaults = ({ jobs }: Speed): boolean =>
	jobs.some(({ ways }) => ways.some(({ side, faults }) => side === 'ours' && faults.length > 0));

const file = path.join(__dirname, 'results', 'speed.json');

/** A measurement has no more than four significant digits. Counts stay unchanged. */
const shortened = (_name: string, value: unknown): unknown =>
	typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

/** Writes the figures to be committed. */
export const writeSpeed = async (measured: Speed): Promise<void> => {
	await writeFile(file, `${JSON.stringify(measured, shortened, '\t')}\n`);
	console.log(`\nWritten: ${file}`);
};

/** Reads the committed figures. */
export const readSpeed = async (): Promise<Speed> =>
	speed.parse(JSON.parse(await readFile(file, 'utf8')));

/** The rows of a job, with its title in the first one. */
const rowsOf = ({ title, ways }: MeasuredJob): string[][] => {
	const rival = ways.find(({ side }) => side === 'rival')?.median;
	return ways.map(({ name, side, faults, median }, index) => {
		const toRival = (figure: 'wallMs' | 'cpuMs'): string =>
			rival && side === 'ours' ? ` (${(median[figure] / rival[figure]).toFixed(2)})` : '';
		const { requests, refused } = median;
		return [
			index === 0 ? title : '',
			side === 'ours' ? `**${name}**` : `HTTP Request: ${name}`,
			`${Number((median.wallMs / 1000).toPrecision(2))} s${toRival('wallMs')}`,
			`${Number((median.cpuMs / 1000).toPrecision(2))} s${toRival('cpuMs')}`,
			`${median.growthMb.toFixed(0)} MB`,
			[
				requests.toLocaleString('en'),
				...(refused > 0 ? [`${refused} refused`] : []),
				...(faults.length > 0 ? [`**wrong:** ${faults.join('; ')}`] : []),
			].join(', '),
		];
	});
};

/** The results in docs/benchmark.md. */
export const speedTable = ({ date, n8n, processors, rounds, jobs, ...rest }: Speed): string =>
	[
		`Measured on ${date} with n8n ${n8n}, on ${processors}. Medians of ${rounds} rounds. The service adds ${rest.latencyMs} ms to each response.`,
		[
			'| Job | Way | Time | CPU | More memory | Requests |',
			'|---|---|---|---|---|---|',
			...jobs.flatMap(rowsOf).map((cells) => `| ${cells.join(' | ')} |`),
		].join('\n'),
	].join('\n\n');
