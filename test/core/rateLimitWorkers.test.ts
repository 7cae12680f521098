import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
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
	readonly countedAt: number;
}

/** Processes that know nothing of each other, on one key, with the default of Max Wait. */
const run = async ({ limit, windowMs, parts, seed, countedAt }: Job) => {
	jest.setSystemTime(start);
	const random = seeded(seed);
	const service = windowedService({ limit, windowMs, random, countedAt });
	const sends = parts.map(() => worker(service.transport, { random, maxWaitMs: 300_000 }));
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
	return { ratio: (Date.now() - start) / leastMs, refused: service.refused() };
};

const quick = { limit: 300, windowMs: 10_000 };
const slow = { limit: 60, windowMs: 60_000 };

it.each([
	{ ...quick, parts: [1_200] },
	{ ...quick, parts: [600, 600] },
	{ ...quick, parts: [900, 100, 100, 100] },
	{ ...slow, parts: [300] },
	{ ...slow, parts: [300, 300] },
	{ ...slow, parts: [150, 150, 150, 150] },
])('$limit in $windowMs ms lose none of $parts, and are used up', async (job) => {
	const alone = job.parts.length === 1;
	for (const seed of [1, 2]) {
		for (const countedAt of [0, 0.5, 1]) {
			const { ratio, refused } = await run({ ...job, seed, countedAt });
			expect(ratio).toBeLessThanOrEqual(1.15);
			if (alone) expect(refused).toBe(0);
		}
	}
});
