import type { Host } from '../host/host';
import { startHost, storeKeys } from '../host/host';
import type { Service } from '../host/service';
import { kindOf, startService } from '../host/service';
import type { Job } from '../job';
import type { Contest } from './compare';
import {
	comparedFigures,
	isCompared,
	prepareContests,
	ratioOf,
	runContests,
	verdictOf,
} from './compare';
import { commitOf, installOlderPackage, olderPackage } from './olderPackage';
import { comparisonTable } from './table';

/** What to compare, and for how long. */
export interface Comparison {
	/** A git ref of the older version. */
	readonly ref: string;
	readonly jobs: readonly Job[];
	/** Whether only the processor time decides, which other programs disturb least. */
	readonly isShort: boolean;
	readonly mostRounds: number;
	readonly mostMinutes: number;
}

/** How long it takes to stop n8n and the services. */
const endingMs = 10_000;

const prepareAll = async (
	host: Host,
	{ jobs, isShort }: Comparison,
	services: Map<string, Service>,
	folder: string,
	signal: AbortSignal,
): Promise<Contest[]> => {
	const contests: Contest[] = [];
	for (const job of jobs.filter(isCompared)) {
		const kind = kindOf(job);
		const service = services.get(kind) ?? (await startService(folder, job, signal));
		services.set(kind, service);
		const name = `Bench ${job.name}`;
		const keys = await storeKeys(host.n8n(), service, name);
		const olderKeys = await storeKeys(host.n8n(), service, name, olderPackage);
		const place = { host, service, signal };
		const ours = job.ways.filter(({ side }) => side === 'ours');
		// Seven rounds of the first way are more useful than three rounds of all.
		const ways = isShort ? ours.slice(0, 1) : ours;
		contests.push(
			...(await prepareContests(job, ways, { ...place, keys }, { ...place, keys: olderKeys })),
		);
	}
	return contests;
};

const tell = (contest: Contest): void => {
	const { job, way, rounds } = contest;
	const last = rounds.at(-1);
	const [now, before] = [last?.now.cpuMs ?? 0, last?.before.cpuMs ?? 0];
	const { middle } = ratioOf(contest, 'cpuMs');
	console.log(
		`  ${rounds.length}  ${job.name}, ${way.name}: CPU ${now} ms, before ${before} ms, so far ${middle.toFixed(3)}`,
	);
};

/** Compares this version with an older one, by turns in one n8n, and reports the result. */
export const compareVersions = async (
	comparison: Comparison,
	folder: string,
	signal: AbortSignal,
): Promise<void> => {
	const { ref, isShort, mostRounds, mostMinutes } = comparison;
	const deadline = Date.now() + mostMinutes * 60_000 - endingMs;
	const commit = await commitOf(ref, signal);
	console.log(
		`Starting n8n with this package, and with that of ${ref} (${commit.slice(0, 10)}) ...`,
	);
	const host = await startHost(folder, signal, async (userFolder) => {
		await installOlderPackage(commit, folder, userFolder, signal);
	});
	const services = new Map<string, Service>();
	try {
		const contests = await prepareAll(host, comparison, services, folder, signal);
		const judged = isShort ? (['cpuMs'] as const) : comparedFigures;
		await runContests(contests, { judged, mostRounds, deadline, signal }, tell);
		console.log(`\nThis version to ${ref}:\n${comparisonTable(contests, judged)}`);
		const failed = contests.filter((contest) =>
			['wrong', 'slower'].includes(verdictOf(contest, { judged })),
		).length;
		console.log(`${contests.length - failed} passed, ${failed} failed`);
		if (failed > 0) process.exitCode = 1;
	} finally {
		for (const service of services.values()) await service.stop();
		await host.stop();
	}
};
