import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';
import type { Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { errorOf, numbered } from './items';

const { serve, stopAll } = faultServers();
let time: FastTime;
beforeAll(() => {
	time = startFastTime();
});
afterEach(stopAll);
afterAll(async () => await time.stop());

const comment = parametersOf('task.comment', {
	taskId: byId('={{ $json.id }}'),
	comment: '=Comment {{ $json.id }}',
});

const windowMs = 60_000;
const limit = 40;

interface Service {
	/** How far its clock is ahead. */
	readonly aheadMs?: number;
	/** Without a Date header nobody can tell how its clock goes. */
	readonly withDate?: boolean;
	/** `X-RateLimit-Reset`; undefined leaves it out. */
	readonly reset?: (endMs: number) => string | undefined;
	readonly remaining?: (left: number) => string | undefined;
	/** `Retry-After` of a 429. */
	readonly retryAfter?: (endMs: number, nowMs: number) => string | undefined;
}

const inSeconds = (endMs: number): string => String(Math.ceil(endMs / 1000));
const secondsUntil = (endMs: number, nowMs: number): string => inSeconds(endMs - nowMs);

/** A service with `limit` requests a minute, and a clock and headers of its own. */
const limitedService = ({
	aheadMs = 0,
	withDate = true,
	reset = inSeconds,
	remaining = String,
	retryAfter = secondsUntil,
}: Service) => {
	let end = 0;
	let used = 0;
	const refused: number[] = [];
	const taken: number[] = [];
	const fate: Fate = {
		atBody(response, request) {
			const now = Date.now() + aheadMs;
			if (now >= end) {
				end = Math.ceil((now + windowMs) / 1000) * 1000;
				used = 0;
			}
			const isRefused = used >= limit;
			if (!isRefused) used++;
			(isRefused ? refused : taken).push(
				isRefused ? Date.now() : Number(request.line.split('/')[2]),
			);
			const headers = {
				...(withDate && { date: new Date(now).toUTCString() }),
				'x-ratelimit-limit': String(limit),
				'x-ratelimit-remaining': remaining(limit - used),
				'x-ratelimit-reset': reset(end),
				...(isRefused && { 'retry-after': retryAfter(end, now) }),
			};
			const given = Object.entries(headers).filter(([, value]) => value !== undefined);
			json(
				isRefused ? 429 : 200,
				isRefused
					? { detail: 'Rate limit exceeded' }
					: { success: true, activity_log_id: 1, message: 'Posted' },
				Object.fromEntries(given) as Record<string, string>,
			)(response);
		},
	};
	return { fate, refused, taken };
};

const none = () => undefined;
const always = (value: string) => () => value;

/** With the most time, in milliseconds, that may pass between two requests. */
const cases: ReadonlyArray<readonly [string, Service]> = [
	['a clock that is right', {}],
	['a clock ten minutes ahead', { aheadMs: 600_000 }],
	['a clock ten minutes behind', { aheadMs: -600_000 }],
	['a clock ten minutes ahead, without a date', { aheadMs: 600_000, withDate: false }],
	['a clock ten minutes behind, without a date', { aheadMs: -600_000, withDate: false }],
	['no Reset', { reset: none }],
	['no rate headers at all', { reset: none, remaining: none }],
	['a Reset that is no number', { reset: always('soon') }],
	['a Reset in the far future', { reset: always('99999999999') }],
	['a Reset of the past', { reset: always('-1') }],
	...(
		[
			['a Retry-After that is a date', (end) => new Date(end).toUTCString()],
			['no Retry-After', none],
			['the Retry-After "abc"', always('abc')],
			['the Retry-After -5', always('-5')],
			['the Retry-After 1e9', always('1e9')],
			['the Retry-After 1000000000', always('1000000000')],
			['an empty Retry-After', always('')],
			['the Retry-After 0', always('0')],
		] satisfies ReadonlyArray<readonly [string, Service['retryAfter']]>
	).flatMap(
		([name, retryAfter]): Array<readonly [string, Service]> => [
			[name, { retryAfter }],
			[`${name}, and no rate headers`, { retryAfter, reset: none, remaining: none }],
		],
	),
	[
		'a Retry-After that is a date, of a clock ten minutes ahead',
		{
			aheadMs: 600_000,
			reset: none,
			remaining: none,
			retryAfter: (end) => new Date(end).toUTCString(),
		},
	],
	[
		'a Retry-After that is a date, of a clock ten minutes behind',
		{
			aheadMs: -600_000,
			reset: none,
			remaining: none,
			retryAfter: (end) => new Date(end).toUTCString(),
		},
	],
];

/** The most of `times` that lie within ten seconds. */
const mostInTenSeconds = (times: readonly number[]): number =>
	Math.max(
		0,
		...times.map((from) => times.filter((at) => at >= from && at < from + 10_000).length),
	);

it.each(cases)('%s: all is done once, no wait over 61 s, no hot loop', async (_name, service) => {
	const { fate, refused, taken } = limitedService(service);
	const server = await serve((_index, request) => (request ? fate : {}));
	const { output, error } = await runNode({
		parameters: comment,
		credentials: keyCredential(server.url, 'key_1'),
		items: numbered(2 * limit + 10),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	expect(output.map(errorOf).filter(Boolean)).toEqual([]);
	expect({ sent: taken.length, tasks: new Set(taken).size }).toEqual({ sent: 90, tasks: 90 });
	const times = server.requests.map(({ at }) => at);
	const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
	// The clock of the test passes in steps of half a second.
	expect(Math.max(...gaps)).toBeLessThanOrEqual(62_500);
	// The 50 requests in flight, and then single ones.
	expect(mostInTenSeconds(refused)).toBeLessThan(60);
});
