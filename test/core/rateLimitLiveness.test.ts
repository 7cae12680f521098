import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { HttpResponse, Transport } from '../../src';
import { createRateLimit, rateLimit } from '../../src';
import { clock, settled } from '../support/trace';
import { read, upTo } from './rateLimitService';

const start = Date.parse('2026-01-05T09:00:20Z');
/** The longest window, with the second that the headers leave out, and one request that looks. */
const longestGapMs = 61_000 + 2_000;

beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

const seconds = fc.oneof(
	fc.integer({ min: -100, max: 100 }),
	fc.constantFrom(-3_600, 3_600, 1e9, 1e14),
);
const text = fc.constantFrom('', 'soon', '-1', '1e14', '0.5', '0', '00', '1767603660000');
const orNone = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

/** Times are told by their distance from now; what is true of them is up to chance. */
const answer = fc.record({
	status: fc.constantFrom(200, 200, 200, 404, 429, 500),
	latencyMs: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 70_000 })),
	fails: fc.boolean(),
	date: orNone(fc.oneof(seconds, text)),
	reset: orNone(fc.oneof(seconds, text)),
	remaining: orNone(fc.oneof(fc.integer({ min: -2, max: 50 }).map(String), text)),
	limit: orNone(fc.oneof(fc.integer({ min: 0, max: 50 }).map(String), text)),
	retryAfter: orNone(fc.oneof(seconds.map(String), text)),
});
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

const httpDate = (at: number): string =>
	Number.isNaN(new Date(at).getTime()) ? 'never' : new Date(at).toUTCString();

const responseOf = ({
	status,
	date,
	reset,
	remaining,
	limit,
	retryAfter,
}: Answer): HttpResponse => {
	const now = Date.now();
	const unix = Math.floor(now / 1000);
	return {
		status,
		headers: {
			date: typeof date === 'number' ? httpDate(now + date * 1000) : date,
			'x-ratelimit-reset': typeof reset === 'number' ? String(unix + reset) : reset,
			'x-ratelimit-remaining': remaining,
			'x-ratelimit-limit': limit,
			'retry-after': retryAfter,
		},
		body: {},
	};
};

/** Answers by the script, over and over, and says when each request arrives. */
const scriptedService = (answers: readonly Answer[]) => {
	const sentAt: number[] = [];
	const transport: Transport = async () => {
		const given = answers[(sentAt.push(Date.now()) - 1) % answers.length];
		if (!given) throw new Error('No answer');
		await clock.sleep(given.latencyMs);
		if (given.fails) throw new Error('No connection');
		return responseOf(given);
	};
	return { transport, sentAt };
};

it('never stands still for longer than a window and a look, whatever the answers say', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(answer, { minLength: 1, maxLength: 12 }),
			fc.array(fc.constantFrom(1_000, 30_000, 10_000_000), { minLength: 2, maxLength: 40 }),
			async (answers, bounds) => {
				jest.setSystemTime(start);
				const limit = createRateLimit();
				const { transport, sentAt } = scriptedService(answers);
				const waits: number[] = [];
				const work = bounds.map(async (maxWaitMs) => {
					const timed: Transport = async (request) => {
						waits.push(Date.now() - start - maxWaitMs);
						return await transport(request);
					};
					await rateLimit({ limit, clock, maxWaitMs })(timed)(read(1)).catch(() => undefined);
				});
				await settled(Promise.all(work));
				expect(sentAt).toHaveLength(bounds.length);
				expect(waits.filter((ms) => ms > 0)).toEqual([]);
				const gaps = sentAt.map((at, index) => at - (sentAt[index - 1] ?? start));
				expect(gaps.filter((ms) => ms > longestGapMs)).toEqual([]);
			},
		),
		{ numRuns: 300 },
	);
});

it('is as fast as before as soon as the answers are right again', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 12 }), async (answers) => {
			jest.setSystemTime(start);
			const limit = createRateLimit();
			const sendBy = (transport: Transport) =>
				rateLimit({ limit, clock, maxWaitMs: 10_000_000 })(transport);
			const lying = sendBy(scriptedService(answers).transport);
			await settled(Promise.all(answers.map((_, id) => lying(read(id)).catch(() => undefined))));
			const began = Date.now();
			let left = 1_000;
			const honest = sendBy(async () => {
				await clock.sleep(100);
				left--;
				const end = Math.floor(Date.now() / 60_000) * 60 + 60;
				const headers = {
					date: new Date().toUTCString(),
					'x-ratelimit-limit': '1000',
					'x-ratelimit-remaining': String(left),
					'x-ratelimit-reset': String(end),
				};
				return { status: 200, headers, body: {} };
			});
			await settled(Promise.all(upTo(30).map((id) => honest(read(id)))));
			expect(Date.now() - began).toBeLessThanOrEqual(longestGapMs + 4_000);
		}),
		{ numRuns: 300 },
	);
});
