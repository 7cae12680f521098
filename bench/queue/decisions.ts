import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../sandbox/server';
import type { Approvals } from './approvals';

/* What came of approvals, counted by the service's own log. */

/** Some ids in as many parts. */
export const partsOf = (ids: readonly number[], parts: number): number[][] => {
	const size = Math.ceil(ids.length / parts);
	return Array.from({ length: parts }, (_, index) => ids.slice(index * size, (index + 1) * size));
};

/** A decision that reached the service. */
export interface Decision {
	readonly task: number;
	readonly status: number;
	/** In milliseconds since 1970, as its answer is. */
	readonly receivedAt: number;
	readonly answeredAt: number;
}

/** The decisions that were answered, oldest first, by the service's own log. */
export const decisionsIn = (sandbox: Sandbox): Decision[] =>
	sandbox.requests().flatMap(({ endpoint, path, status, receivedAt, answeredAt }) =>
		endpoint === 'approveTask' && status !== null && answeredAt !== null
			? [
					{
						task: Number(path.split('/')[2]),
						status,
						receivedAt: Date.parse(receivedAt),
						answeredAt: Date.parse(answeredAt),
					},
				]
			: [],
	);

/** How often the service carried out a decision on each task. */
export const timesDecided = (sandbox: Sandbox): ReadonlyMap<number, number> => {
	const times = new Map<number, number>();
	for (const { task, status } of decisionsIn(sandbox)) {
		if (status === 200) times.set(task, (times.get(task) ?? 0) + 1);
	}
	return times;
};

/** How approvals went under a rate limit. */
export interface Approved {
	readonly tasks: number;
	/** From the first request to the last answer, in seconds. */
	readonly seconds: number;
	/** Until the rate limit let the last of the windows begin, in seconds. */
	readonly leastSeconds: number;
	/** Requests that were answered with 429, by the rate window. */
	readonly refusedByWindow: readonly number[];
	/** All of these. */
	readonly refused: number;
	readonly notApproved: number;
	readonly approvedTwice: number;
	/** The ends of the windows, in milliseconds since 1970. */
	readonly windowEnds: readonly number[];
}

/** Seldom, for each look copies the log. */
const pollMs = 250;
const boundMs = 600_000;

/** So many calls at a time, as from several senders. */
const startsAtOnce = 10;

/** Starts an execution for each part; gives their ids. */
const startAll = async (
	approvals: Approvals,
	parts: ReadonlyArray<readonly number[]>,
): Promise<string[]> => {
	const executions: string[] = [];
	for (let first = 0; first < parts.length; first += startsAtOnce) {
		const some = parts.slice(first, first + startsAtOnce);
		executions.push(...(await Promise.all(some.map(async (ids) => await approvals.start(ids)))));
	}
	return executions;
};

/**
 * Approves tasks in several executions at once, and waits until each is approved, ten minutes at most.
 * @param ids the tasks, in a sandbox whose log holds nothing yet
 * @returns the figures, and the id of the execution of each part
 */
export const approveInParts = async (
	sandbox: Sandbox,
	approvals: Approvals,
	parts: ReadonlyArray<readonly number[]>,
): Promise<Approved & { readonly executions: readonly string[] }> => {
	const tasks = parts.flat().length;
	const ends = new Set<number>();
	const starting = startAll(approvals, parts);
	let failure: unknown;
	starting.catch((error: unknown) => (failure = error));
	const deadline = Date.now() + boundMs;
	while (timesDecided(sandbox).size < tasks && !failure && Date.now() < deadline) {
		for (const { end } of sandbox.rateWindows()) ends.add(end);
		await pause(pollMs);
	}
	const executions = await starting;
	const decisions = decisionsIn(sandbox);
	const began = Math.min(...decisions.map(({ receivedAt }) => receivedAt));
	const ended = Math.max(...decisions.map(({ answeredAt }) => answeredAt));
	const times = timesDecided(sandbox);
	const windowEnds = [...ends].sort((one, other) => one - other);
	const lastButOne = windowEnds.at(-2) ?? began;
	const refusals = decisions.filter(({ status }) => status === 429);
	const windowOf = (time: number) => windowEnds.findIndex((end) => time <= end);
	return {
		tasks,
		seconds: (ended - began) / 1000,
		leastSeconds: (lastButOne - began) / 1000,
		refusedByWindow: windowEnds.map(
			(_, index) => refusals.filter(({ answeredAt }) => windowOf(answeredAt) === index).length,
		),
		refused: refusals.length,
		notApproved: tasks - times.size,
		approvedTwice: [...times.values()].filter((count) => count > 1).length,
		windowEnds,
		executions,
	};
};
