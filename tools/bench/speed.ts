import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SetupError, runScript } from '../scripts/script';
import { startHost } from './host/host';
import { latencyMs } from './host/service';
import type { Job } from './job';
import { approveTasks, guardedDecisions, limitedApprovals } from './jobs/approvals';
import { attachFile } from './jobs/attachFile';
import { interruptedList, listTasks, searchDocuments } from './jobs/lists';
import { hasFaults, speedOf, speedTable, writeSpeed } from './results';
import type { JobRuns } from './run';
import { runJob } from './run';
import { compareVersions } from './versions/against';

/** All jobs, in the order in which they run. */
const jobs = [
	listTasks,
	searchDocuments,
	approveTasks,
	guardedDecisions,
	limitedApprovals,
	attachFile,
	interruptedList,
];

/** The jobs that are compared with an older version. */
const comparedJobs = ['list', 'search', 'approve'];

/** Measures the jobs in comparison with HTTP Request. */
const measureAll = async (
	chosen: readonly Job[],
	rounds: number,
	folder: string,
	signal: AbortSignal,
): Promise<void> => {
	const results: JobRuns[] = [];
	console.log('Starting n8n with this package ...');
	const host = await startHost(folder, signal);
	try {
		for (const job of chosen) results.push(await runJob(host, job, rounds, signal));
	} finally {
		await host.stop();
	}
	const measured = speedOf(results, { latencyMs, rounds });
	console.log(`\n${speedTable(measured)}`);
	if (chosen.length === jobs.length) await writeSpeed(measured);
	if (hasFaults(measured)) process.exitCode = 1;
};

/** docs/benchmark.md describes the options. */
const bench = async (signal: AbortSignal): Promise<void> => {
	if (process.platform !== 'linux') throw new SetupError('The bench reads /proc: it needs Linux.');
	const { values, positionals } = parseArgs({
		options: { rounds: { type: 'string' }, against: { type: 'string' } },
		allowPositionals: true,
	});
	const { against: ref } = values;
	const named = positionals.length === 0 && ref !== undefined ? comparedJobs : positionals;
	const chosen = jobs.filter(({ name }) => named.length === 0 || named.includes(name));
	const rounds = Number(values.rounds ?? 5);
	if (chosen.length < named.length || !(rounds >= 1)) {
		const names = jobs.map(({ name }) => name).join(', ');
		throw new SetupError(`The jobs are ${names}, and --rounds is 1 or more.`);
	}
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-bench-'));
	try {
		if (ref === undefined) return await measureAll(chosen, rounds, folder, signal);
		await compareVersions(ref, chosen, folder, signal);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

void runScript(bench);
