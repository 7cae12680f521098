import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../tools/sandbox/server';
import type { Approvals } from './approvals';

/* The results of approvals, counted in the service's own log. */

/** Splits ids into so many parts. */
export const partsOf = (ids: readonly number[], parts: number): number[][] => {
	const size = Math.ceil(ids.length / parts);
	return Array.from({ length: parts }, (_, index) => ids.slice(index * size, (index + 1) * size));
};

/** A decision that reached the service. */
interface Decision {
	readonly task: number;
	readonly status: number;
	/** In milliseconds since 1970, as is the time of its response. */
	readonly receivedAt: number;
	readonly answeredAt: number;
}

/** The decisions that got a response, oldest first, from the service's own log. */
const decisionsIn = (sandbox: Sandbox): Decision[] =>
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

/** The result of approvals under a rate limit. */
export interface Approved {
	readonly tasks: number;
	/** From the first request to the last response, in seconds. */
	readonly seconds: number;
	/** Until the rate limit allowed the last of the windows to start, in seconds. */
	readonly leastSeconds: number;
	/** Requests that got a 429. */
	readonly refused: number;
	readonly notApproved: number;
	readonly approvedTwice: number;
	/** The ends of the windows, in milliseconds since 1970. */
	readonly windowEnds: readonly number[];
	/** The id of the execution of each part. */
	readonly executions: readonly string[];
}

/** Rarely, because each poll copies the log. */
const pollMs = 250;
const boundMs = 600_000;

/** Maximum calls at the same time, as from several senders. */
const startsAtOnce = 10;

/** Starts an execution for each part, and returns their ids. */
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
 * Approves tasks in several executions at the same time, and waits until each is approved, ten
 * minutes at most.
 * @param parts the tasks, in a sandbox whose log is still empty
 */
export const approveInParts = async (
	sandbox: Sandbox,
	approvals: Approvals,
	parts: ReadonlyArray<readonly number[]>,
): Promise<Approved> => {
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
	return {
		tasks,
		seconds: (ended - began) / 1000,
		leastSeconds: (lastButOne - began) / 1000,
		refused: decisions.filter(({ status }) => status === 429).length,
		notApproved: tasks - times.size,
		approvedTwice: [...times.values()].filter((count) => count > 1).length,
		windowEnds,
		executions,
	};
};
