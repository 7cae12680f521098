import { NodeHelpers } from 'n8n-workflow';
import { describeNode } from '../../scripts/n8n/nodeTypes';
import type { N8n } from '../../scripts/n8n/rest';
import { SetupError } from '../../scripts/script';
import type { Host } from '../host/host';
import { startHost, storeKeys } from '../host/host';
import type { Step } from '../host/nodes';
import type { Service } from '../host/service';
import { startService } from '../host/service';
import type { Job } from '../job';
import { prepareWay } from '../run';
import type { ComparedFigure, Contest } from './compare';
import { comparedFigures, ratioOf, runContests, verdictOf } from './compare';
import { commitOf, installOlderPackage, olderPackage } from './olderPackage';

/** What to compare, and for how long. */
interface Comparison {
	/** A git ref of the older version. */
	readonly ref: string;
	readonly jobs: readonly Job[];
	/** Whether only the processor time decides, which other programs disturb least. */
	readonly isShort: boolean;
	readonly mostRounds: number;
	readonly mostMinutes: number;
}

/**
 * The parameters that are set and that a node does not have. n8n ignores unknown ones, so an older
 * version of this package would do something different from the newer one.
 * @throws SetupError when n8n does not know a node
 */
const unknownParameters = async (n8n: N8n, steps: readonly Step[]): Promise<string[]> => {
	const unknown: string[] = [];
	for (const step of steps.filter(({ type }) => type.startsWith('n8n-nodes-contract-workflow'))) {
		const description = await describeNode(n8n, step);
		if (!description) throw new SetupError(`n8n knows no node ${step.type}.`);
		const { properties } = description;
		const known = NodeHelpers.getNodeParameters(
			properties,
			step.parameters,
			true,
			false,
			step,
			description,
		);
		unknown.push(...Object.keys(step.parameters).filter((name) => !(name in (known ?? {}))));
	}
	return unknown;
};

/** How long it takes to stop n8n and the services. */
const endingMs = 10_000;

/** Prepares the ways of a job in both versions. */
const prepareContests = async (
	host: Host,
	service: Service,
	job: Job,
	isShort: boolean,
	signal: AbortSignal,
): Promise<Contest[]> => {
	const n8n = host.n8n();
	const now = { host, service, signal, keys: await storeKeys(n8n, service) };
	const before = { ...now, keys: await storeKeys(n8n, service, olderPackage) };
	const ours = job.ways.filter(({ side }) => side === 'ours');
	const contests: Contest[] = [];
	// Seven rounds of the first way are more useful than three rounds of all.
	for (const way of isShort ? ours.slice(0, 1) : ours) {
		const unknown = await unknownParameters(n8n, way.steps(before));
		if (unknown.length > 0) {
			const lacks = `the older version lacks ${unknown.join(', ')}`;
			console.log(`  ${job.name}, ${way.name}: not compared, because ${lacks}`);
			continue;
		}
		contests.push({
			job: job.name,
			way: way.name,
			now: await prepareWay(now, job, way),
			before: await prepareWay(before, job, way),
			rounds: [],
			faults: new Set(),
		});
	}
	return contests;
};

const tell = (contest: Contest): void => {
	const { job, way, rounds } = contest;
	const { middle } = ratioOf(contest, 'cpuMs');
	console.log(`  ${rounds.length}  ${job}, ${way}: CPU to before, so far ${middle.toFixed(3)}`);
};

/** The median of the ratios, with its interval in parentheses. */
const shown = (contest: Contest, figure: ComparedFigure): string => {
	if (contest.rounds.length === 0) return '-';
	const { middle, from, to } = ratioOf(contest, figure);
	const ends = [from, to].map((end) => (Number.isFinite(end) ? end.toFixed(2) : '∞'));
	return `${middle.toFixed(3)} (${ends.join(' to ')})`;
};

/** The ratios of this version to an older one, and the verdict, as a row of a table. */
const rowOf = (contest: Contest, judged: readonly ComparedFigure[]) => {
	const { job, way, rounds, faults } = contest;
	return {
		job,
		way,
		rounds: rounds.length,
		CPU: shown(contest, 'cpuMs'),
		time: shown(contest, 'wallMs'),
		verdict: faults.size > 0 ? [...faults].join('; ') : verdictOf(contest, { judged }),
	};
};

/** Compares this version with an older one, by turns in one n8n, and reports the result. */
export const compareVersions = async (
	{ ref, jobs, isShort, mostRounds, mostMinutes }: Comparison,
	folder: string,
	signal: AbortSignal,
): Promise<void> => {
	const deadline = Date.now() + mostMinutes * 60_000 - endingMs;
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
			const service = await startService(folder, job.sandbox, signal);
			services.push(service);
			contests.push(...(await prepareContests(host, service, job, isShort, signal)));
		}
		const judged = isShort ? (['cpuMs'] as const) : comparedFigures;
		await runContests(contests, { judged, mostRounds, deadline, signal }, tell);
		console.log(`\nThis version to ${ref}, judged by ${judged.join(' and ')}:`);
		console.table(contests.map((contest) => rowOf(contest, judged)));
		const failed = contests.filter((contest) =>
			['wrong', 'slower'].includes(verdictOf(contest, { judged })),
		).length;
		console.log(`${contests.length - failed} passed, ${failed} failed`);
		if (failed > 0) process.exitCode = 1;
	} finally {
		for (const service of services) await service.stop();
		await host.stop();
	}
};
