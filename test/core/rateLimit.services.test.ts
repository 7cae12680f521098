import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Clock, Transport } from '../../src';
import { createRateLimit, rateLimit } from '../../src';
import { clock, settled } from '../support/trace';
import type { Headers, Truth } from './rateLimitService';
import { read, seeded, upTo, windowedService, worker } from './rateLimitService';

const start = Date.parse('2026-01-05T09:00:20Z');

beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

const longestLatencyMs = 200;

interface Job {
	readonly limit: number;
	readonly windowMs: number;
	/** Requests of each process. */
	readonly parts: readonly number[];
	readonly most: number;
}

/** Processes that know nothing of each other, on one key, with the default of Max Wait. */
const run = async ({ limit, windowMs, parts }: Job, countedAt: number) => {
	jest.setSystemTime(Math.ceil(start / windowMs) * windowMs);
	const began = Date.now();
	const random = seeded(1);
	const service = windowedService({ limit, windowMs, random, countedAt });
	const sends = parts.map(() => worker(service.transport, { random, maxWaitMs: 300_000 }));
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
	{ ...quick, parts: [1_200], most: 1.05 },
	{ ...quick, parts: [600, 600], most: 1.15 },
	{ ...quick, parts: [900, 100, 100, 100], most: 1.15 },
	{ ...slow, parts: [300], most: 1.05 },
	{ ...slow, parts: [300, 300], most: 1.15 },
	{ ...slow, parts: [150, 150, 150, 150], most: 1.15 },
])('$limit in $windowMs ms lose none of $parts, and take $most of the least time', async (job) => {
	for (const countedAt of [0, 0.5, 1]) {
		const { ratio, refused } = await run(job, countedAt);
		expect(ratio).toBeLessThanOrEqual(job.most);
		if (job.parts.length === 1) expect(refused).toBe(0);
	}
});

type Says = (headers: Headers, truth: Truth) => Headers;

const windowMs = 60_000;
const hourMs = 3_600_000;

/** Time until `count` reads are done, by a process whose clock is `ownClock`. */
const timeOf = async (count: number, says?: Says, ownClock = clock): Promise<number> => {
	jest.setSystemTime(start);
	const liar = windowedService({ limit: 40, windowMs, random: seeded(1), says });
	const send = worker(liar.transport, { ownClock });
	// One answer before all others: what it says wrongly meets them all.
	await settled(send(read(count)));
	const statuses = await settled(Promise.all(upTo(count).map((id) => send(read(id)))));
	expect(statuses.filter(({ status }) => status !== 200)).toEqual([]);
	expect(new Set(liar.done).size).toBe(count + 1);
	return Date.now() - start;
};

const always =
	(lies: Headers): Says =>
	(headers) => ({ ...headers, ...lies });
const onRefusal =
	(lies: Headers): Says =>
	(headers, { refused }) =>
		refused ? { ...headers, ...lies } : headers;
const noRateHeaders: Headers = {
	'x-ratelimit-reset': undefined,
	'x-ratelimit-remaining': undefined,
};
/** Of two nodes of the service that answer by turns, one has a clock that is off. */
const everyOther =
	(ms: number): Says =>
	(headers, { answer, now }) =>
		answer % 2 === 0 ? { ...headers, date: new Date(now + ms).toUTCString() } : headers;

const lies: ReadonlyArray<readonly [string, Says]> = [
	['no headers', always({ ...noRateHeaders, 'retry-after': undefined, date: undefined })],
	[
		'a reset in milliseconds',
		(headers, { endsAt }) => ({ ...headers, 'x-ratelimit-reset': String(endsAt) }),
	],
	['a reset of the past', always({ 'x-ratelimit-reset': '1' })],
	['a reset that is no number', always({ 'x-ratelimit-reset': '1e14' })],
	['a far reset on a 429', onRefusal({ 'x-ratelimit-reset': '99999999999' })],
	['a node an hour ahead', everyOther(hourMs)],
	['a node an hour behind', everyOther(-hourMs)],
	['a node 20 s ahead', everyOther(20_000)],
	['a node 20 s behind', everyOther(-20_000)],
	['a remaining below 0', always({ 'x-ratelimit-remaining': '-5' })],
	['a remaining that is text', always({ 'x-ratelimit-remaining': 'many' })],
	['a limit of 0', always({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' })],
	...['1e9', '1000000000', '-5', '0', 'soon', ''].flatMap(
		(text): Array<[string, Says]> => [
			[`the Retry-After "${text}"`, onRefusal({ 'retry-after': text })],
			[
				`the Retry-After "${text}" and no other time`,
				(headers, { refused }) => ({
					...headers,
					...noRateHeaders,
					...(refused && { 'retry-after': text }),
				}),
			],
		],
	),
];

describe.each([30, 100])('%s reads', (count) => {
	it.each(lies)('%s: all are done, and at most a window is lost', async (_name, says) => {
		const honest = await timeOf(count);
		const once: Says = (headers, truth) =>
			truth.answer === 0 ? { ...says(headers, truth), 'x-ratelimit-remaining': '0' } : headers;
		const lost = [await timeOf(count, says), await timeOf(count, once)].map((ms) => ms - honest);
		expect(lost.filter((ms) => ms > windowMs + longestLatencyMs)).toEqual([]);
	});

	it.each([hourMs, -hourMs, 600_000, -600_000])(
		'no Date, and a clock that is %s ms off: all are done, and at most a window is lost',
		async (ms) => {
			const off: Clock = { ...clock, now: () => clock.now() + ms };
			const took = await timeOf(count, always({ date: undefined }), off);
			expect(took - (await timeOf(count))).toBeLessThanOrEqual(windowMs);
		},
	);
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
				const { status, reset, remaining, retryAfter } = given;
				const headers = {
					date: new Date(Date.now()).toUTCString(),
					'x-ratelimit-remaining': remaining,
					'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + (reset ?? NaN)),
					'retry-after': retryAfter,
				};
				return { status, headers, body: {} };
			};
			const policy = rateLimit({ limit: createRateLimit(), clock, maxWaitMs: 1e6 });
			const sends = upTo(20).map((id) => policy(transport)(read(id)).catch(() => undefined));
			await settled(Promise.all(sends));
			const gaps = events.slice(1).map((at, index) => at - (events[index] ?? 0));
			// The longest window, with the second that the headers leave out, and one request that looks.
			expect(gaps.filter((ms) => ms > 61_000 + 2_000)).toEqual([]);
		}),
		{ numRuns: 200 },
	);
});
