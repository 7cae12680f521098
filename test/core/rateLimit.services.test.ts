import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { HttpRequest, HttpResponse, Transport } from '../../src';
import { createRateLimit, createSlots, parallel, rateLimit, retry } from '../../src';
import { seed } from '../support/seed';
import { clock, settled } from '../support/trace';

const start = Date.parse('2026-01-05T09:00:20Z');

beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

/** The numbers from 0 to `count` - 1. */
const upTo = (count: number): number[] => Array.from({ length: count }, (_, id) => id);

const read = (id: number): HttpRequest => ({
	method: 'GET',
	path: `/tasks/${id}`,
	writes: false,
	safe: true,
});

interface Service {
	readonly limit: number;
	readonly windowMs: number;
	/** Part of the latency that passes before a request is counted. */
	readonly countedAt: number;
}

const longestLatencyMs = 200;

/** A service with fixed windows, one for all that send to it, and latencies of 5 to 200 ms. */
const windowedService = ({ limit, windowMs, countedAt }: Service) => {
	let [state, endsAt, used, refused] = [1, 0, 0, 0];
	const done: string[] = [];
	const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
	const answer = (path: string): HttpResponse => {
		const now = Date.now();
		if (now >= endsAt) [endsAt, used] = [(Math.floor(now / windowMs) + 1) * windowMs, 0];
		const isRefused = used >= limit;
		if (isRefused) refused++;
		else used = done.push(path) && used + 1;
		const headers = {
			date: new Date(now).toUTCString(),
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(limit - used),
			'x-ratelimit-reset': String(endsAt / 1000),
			...(isRefused && { 'retry-after': String(Math.ceil((endsAt - now) / 1000)) }),
		};
		return { status: isRefused ? 429 : 200, headers, body: {} };
	};
	const transport: Transport = async ({ path }) => {
		const latency = 5 + Math.floor(random() * 196);
		const before = Math.floor(latency * countedAt);
		await clock.sleep(before);
		const response = answer(path);
		await clock.sleep(latency - before);
		return response;
	};
	return { transport, random, done, refused: () => refused };
};

/** Sends as one n8n process does, with all its policies. */
const worker = ({ transport, random }: ReturnType<typeof windowedService>): Transport => {
	const waiting = { limit: createRateLimit(), clock, maxWaitMs: 300_000 };
	const policies = [
		retry({ ...waiting, random }),
		parallel(createSlots(clock, 50)),
		rateLimit(waiting),
	];
	return policies.reduceRight((next, policy) => policy(next), transport);
};

interface Job extends Omit<Service, 'countedAt'> {
	/** Requests of each process. */
	readonly parts: readonly number[];
	readonly most: number;
}

/** Processes that know nothing of each other, on one key, with the default of Max Wait. */
const run = async ({ limit, windowMs, parts }: Job, countedAt: number) => {
	jest.setSystemTime(Math.ceil(start / windowMs) * windowMs);
	const began = Date.now();
	const service = windowedService({ limit, windowMs, countedAt });
	const sends = parts.map(() => worker(service));
	const statuses: Array<number | undefined> = [];
	const work = parts.flatMap((count, part) => {
		const left = upTo(count);
		return upTo(60).map(async () => {
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
	// Each process sends 50 at once, and a response takes 100 ms on average.
	const sendingMs = (Math.min(total, limit) / 50) * 100 + longestLatencyMs;
	const leastMs = (Math.ceil(total / limit) - 1) * windowMs + sendingMs;
	return { ratio: (Date.now() - began) / leastMs, refused: service.refused() };
};

const quick = { limit: 300, windowMs: 10_000 };
const slow = { limit: 60, windowMs: 60_000 };

it.each<Job>([
	{ ...quick, parts: [600], most: 1.05 },
	{ ...quick, parts: [600, 600], most: 1.15 },
	{ ...quick, parts: [900, 100, 100, 100], most: 1.15 },
	{ ...slow, parts: [300], most: 1.05 },
	{ ...slow, parts: [150, 150, 150, 150], most: 1.15 },
])('$limit in $windowMs ms lose none of $parts, and take $most of the least time', async (job) => {
	for (const countedAt of [0, 1]) {
		const { ratio, refused } = await run(job, countedAt);
		expect(ratio).toBeLessThanOrEqual(job.most);
		if (job.parts.length === 1) expect(refused).toBe(0);
	}
});

const text = fc.constantFrom('', 'soon', '-1', '1e14', '0.5', '0', '1767603660000', '50');
const seconds = fc.integer({ min: -100, max: 100 });
const orNone = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

/** Times are told by their distance from now; what is true of them is up to chance. */
const answer = fc.record({
	status: fc.constantFrom(200, 200, 200, 404, 429, 500),
	latencyMs: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 60_000 })),
	fails: fc.boolean(),
	reset: orNone(seconds),
	remaining: orNone(text),
	retryAfter: orNone(fc.oneof(seconds.map(String), text)),
	/** By how much the clock of the service, or of one of its nodes, is off; without it, no Date. */
	aheadMs: orNone(fc.constantFrom(0, 20_000, -20_000, 3_600_000, -3_600_000)),
});

it('never stands still for longer than a window and a look, whatever the answers say', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 12 }), async (answers) => {
			jest.setSystemTime(start);
			const events: number[] = [start];
			const transport: Transport = async () => {
				const given = answers[events.push(Date.now()) % answers.length];
				await clock.sleep(given?.latencyMs ?? 0);
				events.push(Date.now());
				if (!given || given.fails) throw new Error('No connection');
				const { status, reset, remaining, retryAfter, aheadMs } = given;
				const now = Date.now() + (aheadMs ?? 0);
				const headers = {
					date: aheadMs === undefined ? undefined : new Date(now).toUTCString(),
					'x-ratelimit-remaining': remaining,
					'x-ratelimit-reset': String(Math.floor(now / 1000) + (reset ?? NaN)),
					'retry-after': retryAfter,
				};
				return { status, headers, body: {} };
			};
			const policy = rateLimit({ limit: createRateLimit(), clock, maxWaitMs: 1e6 });
			const sends = upTo(20).map((id) => policy(transport)(read(id)).catch(() => undefined));
			await settled(Promise.all(sends));
			const gaps = events.slice(1).map((at, index) => at - (events[index] ?? 0));
			// The longest Retry-After, and one request that looks.
			expect(gaps.filter((ms) => ms > 100_000 + 2_000)).toEqual([]);
		}),
		{ seed, numRuns: 200 },
	);
});
