import { readFile, writeFile } from 'node:fs/promises';
import type { LoggedRequest } from '../sandbox/store/requestLog';
import type { Host } from './host/host';
import { storeKeys } from './host/host';
import { startService } from './host/service';
import { publishSteps } from './host/workflow';
import type { Bench, Figures, Job, Prepared, Run, Way } from './job';

/** Linux counts processor time in hundredths of a second on every machine. */
const msPerTick = 10;

/** Processor time of a process with all its threads, user and system, in milliseconds. */
const cpuMsOf = async (pid: number): Promise<number> => {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The second field is the program's name in parentheses, which may contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * msPerTick;
};

/** The memory of a process in MB, which Linux counts in KB: now, or the maximum since the last reset of the peak. */
const memoryOf = async (pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> => {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
};

/** Measures a piece of work of n8n, by comparing its processes before and after. */
const measure = async <Result>(
	host: Host,
	work: () => Promise<Result>,
): Promise<Pick<Figures, 'wallMs' | 'cpuMs' | 'growthMb'> & { readonly result: Result }> => {
	const pid = host.pid();
	// Resets the peak of the process to its current memory.
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	const idleMb = await memoryOf(pid, 'VmRSS');
	const cpuBefore = await cpuMsOf(pid);
	const begun = performance.now();
	const result = await work();
	const wallMs = performance.now() - begun;
	const cpuAfter = await cpuMsOf(pid);
	const peakMb = await memoryOf(pid, 'VmHWM');
	return { result, wallMs, cpuMs: cpuAfter - cpuBefore, growthMb: peakMb - idleMb };
};

/** From the first request to the last answer, in milliseconds. */
const spanOf = (requests: readonly LoggedRequest[]): number => {
	const begun = requests.map(({ receivedAt }) => Date.parse(receivedAt));
	const answered = requests.map(({ answeredAt }) => Date.parse(answeredAt ?? ''));
	return Math.max(...answered.filter(Boolean)) - Math.min(...begun);
};

/** Sets a way up in n8n. */
export const prepareWay = async (bench: Bench, job: Job, way: Way): Promise<Prepared> => {
	const { host, service } = bench;
	const workflow = await publishSteps(bench, way.name, way.steps(bench));
	return {
		warmUp: async () => void (await workflow.call((await job.prepare(bench, true)).body)),
		async run() {
			const call = await job.prepare(bench, false);
			service.clearRequests();
			const { result, ...measured } = await measure(
				host,
				async () => await workflow.call(call.body),
			);
			const requests = service.requests();
			const refused = requests.filter(({ status }) => status === 429).length;
			return {
				figures: { ...measured, spanMs: spanOf(requests), requests: requests.length, refused },
				faults: [
					...(result === 200 ? [] : [`n8n answered ${result}`]),
					...(await call.faults({ requests, output: async () => await workflow.output() })),
				],
			};
		},
	};
};

const report = ({ name }: Way, round: number, { figures, faults }: Run): void => {
	const { wallMs, spanMs, cpuMs, requests } = figures;
	const wrong = faults.length > 0 ? `  ${faults.join('; ')}` : '';
	const times = `${wallMs.toFixed(0)} ms, at the service ${spanMs} ms, CPU ${cpuMs.toFixed(0)} ms`;
	console.log(`  ${round + 1}  ${name}: ${times}, ${requests} requests${wrong}`);
};

/** The runs of each way of a job. */
export interface JobRuns {
	readonly job: Job;
	readonly ways: ReadonlyArray<{ readonly way: Way; readonly runs: readonly Run[] }>;
}

/**
 * Runs all ways of a job side by side, in as many rounds as requested. Each round
 * starts with a different way, so that none has an advantage.
 */
export const runJob = async (
	host: Host,
	job: Job,
	rounds: number,
	signal: AbortSignal,
): Promise<JobRuns> => {
	console.log(`\n${job.title}`);
	const service = await startService(job.sandbox, signal);
	try {
		const bench = { host, service, keys: await storeKeys(host.n8n(), service), signal };
		const ways: Array<{ way: Way; prepared: Prepared; runs: Run[] }> = [];
		for (const way of job.ways) {
			const prepared = await prepareWay(bench, job, way);
			if (!job.fresh) await prepared.warmUp();
			ways.push({ way, prepared, runs: [] });
		}
		for (let round = 0; round < rounds; round += 1) {
			const first = round % ways.length;
			for (const { way, prepared, runs } of [...ways.slice(first), ...ways.slice(0, first)]) {
				signal.throwIfAborted();
				if (job.fresh) {
					await host.restart();
					await prepared.warmUp();
				}
				const run = await prepared.run();
				report(way, round, run);
				runs.push(run);
			}
		}
		return { job, ways };
	} finally {
		await service.stop();
	}
};
