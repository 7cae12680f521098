import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import path from 'node:path';
import { format } from 'prettier';
import { projectFolder } from '../scripts/n8n/places';
import { chosenVersion } from '../scripts/n8n/versions';
import { drawChart } from './chart';
import { isReached } from './goals';
import type { JobResult } from './report';
import { faultsOf, goalsOf, mediansOf } from './report';
import { latencyMs } from './service';

const resultFile = path.join(projectFolder, 'bench', 'results', 'speed.json');
const chartFile = path.join(projectFolder, 'docs', 'images', 'speed.svg');

/** Four digits tell all that a measurement knows; JSON has no word for what was not measured. */
const shortened = (_name: string, value: unknown): unknown =>
	typeof value === 'number'
		? Number.isFinite(value)
			? Number(value.toPrecision(4))
			: null
		: value;

/** Writes the medians, the runs and the goals as JSON, and the chart of them. */
export const writeResults = async (
	results: readonly JobResult[],
	rounds: number,
): Promise<void> => {
	const report = {
		date: new Date().toISOString().slice(0, 10),
		n8n: chosenVersion(),
		node: process.version,
		processors: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
		latencyMs,
		rounds,
		jobs: results.map((result) => ({
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
		})),
	};
	await mkdir(path.dirname(resultFile), { recursive: true });
	const json = JSON.stringify(report, shortened);
	await writeFile(
		resultFile,
		await format(json, { parser: 'json', useTabs: true, printWidth: 100 }),
	);
	await writeFile(chartFile, drawChart(report.jobs));
	console.log(`\nWritten: ${resultFile}\n         ${chartFile}`);
};
