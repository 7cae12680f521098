import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { settled } from '../support/trace';
import { read, seeded, upTo, windowedService, worker } from './rateLimitService';

const start = Date.parse('2026-01-05T09:00:00Z');

beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

const longestLatencyMs = 200;
/** Requests that a process has at the same time, those that wait included. */
const callers = 60;

interface Job {
	readonly limit: number;
	readonly windowMs: number;
	/** Requests of each process. */
	readonly parts: readonly number[];
	readonly seed: number;
	/** Part of the latency that passes before a request is counted. */
	readonly countedAt?: number;
}

/** Processes that know nothing of each other, on one key; the time is told beside the least possible. */
const run = async ({ limit, windowMs, parts, seed, countedAt }: Job) => {
	jest.setSystemTime(start);
	const random = seeded(seed);
	const service = windowedService({ limit, windowMs, random, countedAt });
	const sends = parts.map(() => worker(service.transport, { random }));
	const statuses: Array<number | undefined> = [];
	const work = parts.flatMap((count, part) => {
		const left = upTo(count);
		return upTo(callers).map(async () => {
			for (let id = left.pop(); id !== undefined; id = left.pop()) {
				const response = await sends[part]?.(read(part * 10_000 + id));
				statuses.push(response?.status);
			}
		});
	});
	await settled(Promise.all(work));
	const total = parts.reduce((sum, count) => sum + count, 0);
	expect(statuses.filter((status) => status !== 200)).toEqual([]);
	expect([service.done.length, new Set(service.done).size]).toEqual([total, total]);
	const leastMs = (Math.ceil(total / limit) - 1) * windowMs + longestLatencyMs;
	return { ratio: (Date.now() - start) / leastMs, refused: service.refused() / service.answers() };
};

const seeds = [1, 2, 3, 4, 5];
const moments = [0, 0.5, 1];

/** The worst time, and the share of refusals: the worst, and that of all together. */
const runAll = async (job: Omit<Job, 'seed' | 'countedAt'>) => {
	const results = [];
	for (const seed of seeds) {
		for (const countedAt of moments) results.push(await run({ ...job, seed, countedAt }));
	}
	const refused = results.map((result) => result.refused);
	const worst = {
		ratio: Math.max(...results.map(({ ratio }) => ratio)),
		refused: Math.max(...refused),
		meanRefused: refused.reduce((sum, share) => sum + share, 0) / refused.length,
	};
	return worst;
};

const evenly = (total: number, processes: number): readonly number[] =>
	upTo(processes).map(() => total / processes);

describe.each([
	{ limit: 300, windowMs: 10_000, total: 600 },
	{ limit: 300, windowMs: 10_000, total: 1_200 },
	{ limit: 60, windowMs: 60_000, total: 240 },
])('$total requests at $limit in $windowMs ms', ({ total, ...service }) => {
	it('one process is refused nothing', async () => {
		const { ratio, refused } = await runAll({ ...service, parts: [total] });
		expect(refused).toBe(0);
		expect(ratio).toBeLessThanOrEqual(1.15);
	});

	it.each([2, 4])('%s processes share the windows', async (processes) => {
		const { ratio, refused, meanRefused } = await runAll({
			...service,
			parts: evenly(total, processes),
		});
		expect(ratio).toBeLessThanOrEqual(1.15);
		expect(meanRefused).toBeLessThanOrEqual(0.05);
		// In the first window nobody knows of the others, nor of the limit.
		expect(refused).toBeLessThanOrEqual(0.1);
	});
});

it.each([
	['one of them with little to do', [1_100, 100]],
	['one of them with most of it', [900, 100, 100, 100]],
	['eight of them', evenly(1_200, 8)],
])('shares unevenly, %s', async (_case, parts) => {
	const { ratio, meanRefused } = await runAll({ limit: 300, windowMs: 10_000, parts });
	expect(ratio).toBeLessThanOrEqual(1.15);
	expect(meanRefused).toBeLessThanOrEqual(0.05);
});
