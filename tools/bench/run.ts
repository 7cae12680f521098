import type { LoggedRequest } from '../sandbox/store/requestLog';
import type { Host } from './host/host';
import { storeKeys } from './host/host';
import { startService } from './host/service';
import { publishSteps } from './host/workflow';
import type { Bench, Job, Prepared, Run, Way } from './job';
import { measure } from './measure';

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
