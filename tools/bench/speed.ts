import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, invalidValue, readCommandLine } from '../scripts/commandLine';
import { SetupError } from '../scripts/n8n/installation/setupError';
import { runScript } from '../scripts/script';
import { startHost } from './host/host';
import { latencyMs } from './host/service';
import type { Job } from './job';
import { jobs } from './jobs';
import { hasFaults, speedOf, speedTable, writeSpeed } from './results';
import type { JobRuns } from './run';
import { runJob } from './run';
import { compareVersions } from './versions/against';

interface Options {
	readonly rounds?: number;
	readonly chosen: readonly Job[];
	/** A git ref of the version to compare this one with. */
	readonly against?: string;
	readonly isShort: boolean;
}

const defaultRounds = 5;
const defaultComparedRounds = 20;
const shortJobs = ['list', 'search', 'approve'];
/** How long a comparison may take. */
const [shortMinutes, longMinutes] = [6, 60];

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
	if (positionals.length > 0 && !values.only) {
		throw new UsageError(`unexpected argument '${positionals[0]}': name jobs behind --only.`);
	}
	const named = values.only && [...values.only, ...positionals].map(jobOf);
	const names = named ?? (isShort ? shortJobs : jobNames);
	const chosen = jobs.filter(({ name }) => names.includes(name));
	const rounds = values.rounds === undefined ? undefined : roundsOf(values.rounds);
	return { rounds, chosen, against, isShort };
};

/** Measures the jobs in comparison with HTTP Request. */
const measureAll = async (
	{ rounds = defaultRounds, chosen }: Options,
	folder: string,
	signal: AbortSignal,
): Promise<void> => {
	const results: JobRuns[] = [];
	console.log('Starting n8n with this package ...');
	const host = await startHost(folder, signal);
	try {
		for (const job of chosen) results.push(await runJob(host, job, rounds, folder, signal));
	} finally {
		await host.stop();
	}
	const measured = speedOf(results, { latencyMs, rounds });
	console.log(`\n${speedTable(measured)}`);
	if (chosen.length === jobs.length) await writeSpeed(measured);
	if (hasFaults(measured)) process.exitCode = 1;
};

const bench = async (options: Options, signal: AbortSignal): Promise<void> => {
	if (process.platform !== 'linux') throw new SetupError('The bench reads /proc: it needs Linux.');
	const { chosen, against: ref, isShort, rounds: mostRounds = defaultComparedRounds } = options;
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-bench-'));
	try {
		if (ref === undefined) return await measureAll(options, folder, signal);
		const mostMinutes = isShort ? shortMinutes : longMinutes;
		const comparison = { ref, jobs: chosen, isShort, mostRounds, mostMinutes };
		await compareVersions(comparison, folder, signal);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

const options = readCommandLine(help, readOptions);
void runScript(async (signal) => await bench(options, signal));
