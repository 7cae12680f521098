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
import { kindOf, startService } from './host/service';
import type { Job } from './job';
import { jobs } from './jobs';
import type { JobResult } from './report/report';
import { figuresTable, goalsTable, hasWrongResults } from './report/report';
import { writeSpeed } from './report/speedResult';
import type { Progress } from './rounds';
import { runJob } from './rounds';
import { compareVersions } from './versions/against';

interface Options {
	readonly rounds?: number;
	readonly only?: string[];
	/** A git ref of the version to compare this one with. */
	readonly against?: string;
	readonly isShort: boolean;
}

const defaultRounds = 5;
const defaultComparedRounds = 20;
const shortJobs = ['list', 'search', 'approve'];
/** How long a comparison may take. */
const [shortMinutes, longMinutes] = [4, 60];

const jobNames = jobs.map(({ name }) => name);

const help = `Usage: npm run bench -- [options]

Measures this package beside HTTP Request in one real n8n, or beside an
older version of itself.

Options:
  --rounds <number>  rounds, in each of which all ways take their turn
                     (default: ${defaultRounds}; with --against at most ${defaultComparedRounds})
  --only <job...>    these jobs only; no result is written
                     (${jobNames.join(', ')})
  --against <ref>    compares this package with its version at a git ref, by
                     turns in one n8n, and fails if a job became slower
  --short            with --against: ${shortJobs.join(', ')} only, judged by processor
                     time, in at most ${shortMinutes} minutes
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
			rounds: { type: 'string' },
			only: { type: 'string', multiple: true },
			against: { type: 'string' },
			short: { type: 'boolean', default: false },
		},
		allowPositionals: true,
	});
	const { against, short: isShort } = values;
	if (isShort && against === undefined) throw new UsageError('--short goes with --against <ref>.');
	const rounds = values.rounds === undefined ? undefined : roundsOf(values.rounds);
	const options = { rounds, against, isShort };
	if (values.only) return { ...options, only: [...values.only, ...positionals].map(jobOf) };
	if (positionals.length === 0) return isShort ? { ...options, only: shortJobs } : options;
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

/** Runs the jobs in sequence. Jobs with the same service follow each other and share it. */
const measureJobs = async (
	host: Host,
	chosen: readonly Job[],
	rounds: number,
	folder: string,
	signal: AbortSignal,
): Promise<JobResult[]> => {
	const results: JobResult[] = [];
	let service: Service | undefined;
	let started = '';
	try {
		for (const job of chosen) {
			const kind = kindOf(job);
			if (!service || kind !== started) {
				await service?.stop();
				service = await startService(folder, job, signal);
				started = kind;
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

/** Measures the jobs in comparison with HTTP Request. */
const measureAll = async (
	chosen: readonly Job[],
	{ rounds = defaultRounds, only }: Options,
	folder: string,
	signal: AbortSignal,
): Promise<void> => {
	console.log('Starting n8n with this package ...');
	const host = await startHost(folder, signal);
	let results: JobResult[];
	try {
		results = await measureJobs(host, chosen, rounds, folder, signal);
	} finally {
		await host.stop();
	}
	console.log(`\n${figuresTable(results)}\n${goalsTable(results)}`);
	if (!only) await writeSpeed(results, rounds);
	if (hasWrongResults(results)) process.exitCode = 1;
};

const bench = async (options: Options, signal: AbortSignal): Promise<void> => {
	if (process.platform !== 'linux') throw new SetupError('The bench reads /proc: it needs Linux.');
	const { only, against: ref, isShort, rounds: mostRounds = defaultComparedRounds } = options;
	const chosen = jobs.filter(({ name }) => only?.includes(name) ?? true);
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-bench-'));
	try {
		if (ref === undefined) return await measureAll(chosen, options, folder, signal);
		const mostMinutes = isShort ? shortMinutes : longMinutes;
		const comparison = { ref, jobs: chosen, isShort, mostRounds, mostMinutes };
		await compareVersions(comparison, folder, signal);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

const options = readCommandLine(help, readOptions);
void runScript(async (signal) => await bench(options, signal));
