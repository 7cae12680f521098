import type { Host } from '../host/host';
import { startHost, storeKeys } from '../host/host';
import type { Service } from '../host/service';
import { startService } from '../host/service';
import type { Job } from '../job';
import { prepareWay } from '../run';
import type { Contest } from './compare';
import { ratioOf, runContests, verdictOf } from './compare';
import { commitOf, installOlderPackage, olderPackage } from './olderPackage';

/** How long a comparison may take, without stopping n8n and the services. */
const mostMs = 6 * 60_000 - 10_000;
const mostRounds = 8;

/** Prepares this package's first way of a job in both versions. */
const prepareContest = async (
	host: Host,
	service: Service,
	job: Job,
	signal: AbortSignal,
): Promise<Contest> => {
	const now = { host, service, signal, keys: await storeKeys(host.n8n(), service) };
	const before = { ...now, keys: await storeKeys(host.n8n(), service, olderPackage) };
	const [way] = job.ways;
	return {
		job: job.name,
		now: await prepareWay(now, job, way),
		before: await prepareWay(before, job, way),
		rounds: [],
		faults: new Set(),
	};
};

const tell = (contest: Contest): void => {
	const { middle } = ratioOf(contest);
	console.log(`  ${contest.rounds.length}  ${contest.job}: to before, so far ${middle.toFixed(3)}`);
};

/** The ratio of this version to an older one, and the verdict, as a row of a table. */
const rowOf = (contest: Contest) => {
	const { job, rounds, faults } = contest;
	const { middle, from, to } = ratioOf(contest);
	return {
		job,
		rounds: rounds.length,
		CPU: middle.toFixed(3),
		from: from.toFixed(2),
		to: to.toFixed(2),
		verdict: faults.size > 0 ? [...faults].join('; ') : verdictOf(contest),
	};
};

/** Compares this version with that of a git ref, by turns in one n8n, and reports the result. */
export const compareVersions = async (
	ref: string,
	jobs: readonly Job[],
	folder: string,
	signal: AbortSignal,
): Promise<void> => {
	const deadline = Date.now() + mostMs;
	const commit = await commitOf(ref, signal);
	console.log(
		`Starting n8n with this package, and with that of ${ref} (${commit.slice(0, 10)}) ...`,
	);
	const host = await startHost(folder, signal, async (userFolder) => {
		await installOlderPackage(commit, folder, userFolder, signal);
	});
	const services: Service[] = [];
	try {
		const contests: Contest[] = [];
		for (const job of jobs) {
			const service = await startService(job.sandbox, signal);
			services.push(service);
			contests.push(await prepareContest(host, service, job, signal));
		}
		await runContests(contests, { mostRounds, deadline, signal }, tell);
		console.log(`\nProcessor time of this version to that of ${ref}:`);
		console.table(contests.map((contest) => rowOf(contest)));
		const failed = contests.filter((contest) =>
			['wrong', 'slower'].includes(verdictOf(contest)),
		).length;
		console.log(`${contests.length - failed} passed, ${failed} failed`);
		if (failed > 0) process.exitCode = 1;
	} finally {
		for (const service of services) await service.stop();
		await host.stop();
	}
};
