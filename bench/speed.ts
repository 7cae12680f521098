import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, invalidValue, readCommandLine } from '../scripts/commandLine';
import { SetupError } from '../scripts/n8n/installation/setupError';
import { runScript } from '../scripts/script';
import type { Host } from './host/host';
import { startHost, storeKeys } from './host/host';
import type { Service } from './host/service';
import { startService } from './host/service';
import type { Job } from './job';
import { jobs } from './jobs';
import type { JobResult } from './report/report';
import { figuresTable, goalsTable, hasWrongResults } from './report/report';
import { writeSpeed } from './report/speedResult';
import type { Progress } from './rounds';
import { runJob } from './rounds';

interface Options {
	readonly rounds: number;
	readonly only?: string[];
}

const jobNames = jobs.map(({ name }) => name);

const help = `Usage: npm run bench -- [options]

Measures this package beside HTTP Request in one real n8n.

Options:
  --rounds <number>  rounds, in each of which all ways take their turn (default: 5)
  --only <job...>    these jobs only; no result is written
                     (${jobNames.join(', ')})
  -h, --help         show this help`;

const roundsOf = (text: string): number => {
	if (/^[1-9]\d*$/.test(text)) return Number(text);
	throw invalidValue('--rounds <number>', text, 'It must be a whole number of 1 or more.');
};

const jobOf = (text: string): string => {
	if (jobNames.includes(text)) return text;
	throw invalidValue('--only <job...>', text, `Allowed choices are ${jobNames.join(', ')}.`);
};

const readOptions = (): Options => {
	const { values, positionals } = parseArgs({
		options: {
			rounds: { type: 'string', default: '5' },
			only: { type: 'string', multiple: true },
		},
		allowPositionals: true,
	});
	const rounds = roundsOf(values.rounds);
	if (values.only !== undefined)
		return { rounds, only: [...values.only, ...positionals].map(jobOf) };
	if (positionals.length === 0) return { rounds };
	throw new UsageError(`unexpected argument '${positionals[0]}': name jobs behind --only.`);
};

const progress: Progress = {
	ran({ name }, round, { figures: { wallMs, cpuMs, requests }, faults }) {
		const wrong = faults.length > 0 ? `  ${faults.join('; ')}` : '';
		const times = `${wallMs.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms`;
		console.log(`  ${round + 1}  ${name}: ${times}, ${requests} requests${wrong}`);
	},
	repeated(round, noise) {
		const percent = (noise * 100).toFixed(0);
		console.log(`  ${round + 1}  again: load from elsewhere differed by ${percent} % of the time`);
	},
};

/** Runs the jobs one after the other; those of the same service follow each other and share it. */
const measureJobs = async (
	host: Host,
	chosen: readonly Job[],
	{ rounds }: Options,
	folder: string,
	signal: AbortSignal,
): Promise<JobResult[]> => {
	const results: JobResult[] = [];
	let service: Service | undefined;
	let started = '';
	try {
		for (const job of chosen) {
			const wanted = job.sandbox.join(' ');
			if (!service || wanted !== started) {
				await service?.stop();
				service = await startService(folder, `service-${job.name}`, job.sandbox, signal);
				started = wanted;
			}
			const keys = await storeKeys(host.n8n(), service, `Bench ${job.name}`);
			console.log(`\n${job.title}`);
			const runs = await runJob({ host, service, keys, signal }, job, rounds, progress);
			results.push({ job, runs });
		}
		return results;
	} finally {
		await service?.stop();
	}
};

const bench = async (options: Options, signal: AbortSignal): Promise<void> => {
	if (process.platform !== 'linux') throw new SetupError('The bench reads /proc: it needs Linux.');
	const chosen = jobs.filter(({ name }) => options.only?.includes(name) ?? true);
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-bench-'));
	try {
		console.log('Starting n8n with this package ...');
		const host = await startHost(folder, signal);
		let results: JobResult[];
		try {
			results = await measureJobs(host, chosen, options, folder, signal);
		} finally {
			await host.stop();
		}
		console.log(`\n${figuresTable(results)}\n${goalsTable(results)}`);
		if (!options.only) await writeSpeed(results, options.rounds);
		if (hasWrongResults(results)) process.exitCode = 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

const options = readCommandLine(help, readOptions);
void runScript(async (signal) => await bench(options, signal));
