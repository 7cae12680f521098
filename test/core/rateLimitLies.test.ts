import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Clock } from '../../src';
import { clock, settled } from '../support/trace';
import type { Headers, Truth } from './rateLimitService';
import { read, seeded, upTo, windowedService, worker } from './rateLimitService';

const windowMs = 60_000;
const hourMs = 3_600_000;
const limit = 40;

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-01-05T09:00:20Z') });
});
afterEach(() => {
	jest.useRealTimers();
});

type Says = (headers: Headers, truth: Truth) => Headers;

const off = (ms: number): Clock => ({ ...clock, now: () => clock.now() + ms });

/** Time until `count` reads are done, by a process whose clock is `ownClock`. */
const timeOf = async (count: number, says?: Says, ownClock = clock): Promise<number> => {
	const service = windowedService({ limit, windowMs, random: seeded(1), says });
	const send = worker(service.transport, { ownClock });
	const started = Date.now();
	// One answer before all others: what it says wrongly meets them all.
	await settled(send(read(count)));
	const statuses = await settled(Promise.all(upTo(count).map((id) => send(read(id)))));
	expect(statuses.filter(({ status }) => status !== 200)).toEqual([]);
	expect(new Set(service.done).size).toBe(count + 1);
	const took = Date.now() - started;
	jest.setSystemTime(Date.parse('2026-01-05T09:00:20Z'));
	return took;
};

const dateAt = (ms: number): Headers => ({ date: new Date(ms).toUTCString() });
const resetAt = (ms: number): Headers => ({ 'x-ratelimit-reset': String(ms / 1000) });
const reset = (text: string): Says => always({ 'x-ratelimit-reset': text });
const remaining =
	(text: (truth: Truth) => string): Says =>
	(headers, truth) => ({
		...headers,
		'x-ratelimit-remaining': text(truth),
	});
const always =
	(lies: Headers): Says =>
	(headers) => ({ ...headers, ...lies });
/** Of two nodes of the service that answer by turns, one lies. */
const everyOther =
	(lie: (truth: Truth) => Headers): Says =>
	(headers, truth) =>
		truth.answer % 2 === 0 ? { ...headers, ...lie(truth) } : headers;
const onRefusal =
	(lies: Headers): Says =>
	(headers, { refused }) =>
		refused ? { ...headers, ...lies } : headers;
const withoutTimes: Headers = {
	'x-ratelimit-reset': undefined,
	'x-ratelimit-remaining': undefined,
};

const lies: Readonly<Record<string, Readonly<Record<string, Says>>>> = {
	'a reset in milliseconds': {
		'in each answer': (headers, { endsAt }) => ({ ...headers, ...resetAt(endsAt * 1000) }),
	},
	'a reset of 1e14': {
		'as digits': reset('100000000000000'),
		'as written': reset('1e14'),
		'with a fraction': reset('1767603660.5'),
	},
	'a far reset on a 429': {
		'with Retry-After': onRefusal({ 'x-ratelimit-reset': '99999999999' }),
		'without Retry-After': onRefusal({
			'x-ratelimit-reset': '99999999999',
			'retry-after': undefined,
		}),
		'and nothing else in any answer': (headers, { refused }) =>
			refused ? { ...resetAt(4e15), 'x-ratelimit-remaining': '0' } : { date: headers.date },
	},
	'a reset of the past': {
		'long ago': reset('1'),
		'a minute ago': (headers, { now }) => ({ ...headers, ...resetAt(now - windowMs) }),
		negative: reset('-1'),
	},
	'the Date of a node that is off': Object.fromEntries(
		[hourMs, -hourMs, 20_000, -20_000].map((ms) => [
			`by ${ms / 1000} s, in every other answer`,
			everyOther(({ now }) => dateAt(now + ms)),
		]),
	),
	'the reset of a node that is off': Object.fromEntries(
		[hourMs, -hourMs, 20_000, -20_000].map((ms) => [
			`by ${ms / 1000} s, in every other answer`,
			everyOther(({ endsAt }) => resetAt(Math.floor(endsAt + ms))),
		]),
	),
	'a remaining that is none': {
		'for it grows': remaining(({ used }) => String(used)),
		'for it grows from nothing': remaining(({ used }) => String(used - 1)),
		'for it is always 0': remaining(() => '0'),
		'for it jumps': remaining(({ answer }) => String(((answer * 17) % 23) + 1)),
		'for it is negative': remaining(() => '-5'),
		'for it is text': remaining(() => 'many'),
	},
	'a limit of 0': {
		'with nothing left': always({ 'x-ratelimit-limit': '0', 'x-ratelimit-remaining': '0' }),
		'with something left': always({ 'x-ratelimit-limit': '0' }),
	},
	'a Retry-After that is absurd': Object.fromEntries(
		['1e9', '1000000000', '-5', '0', 'Mon, 05 Jan 2026 08:00:00 GMT', 'soon', ''].flatMap(
			(text) => [
				[`"${text}"`, onRefusal({ 'retry-after': text })],
				[
					`"${text}", and no other time`,
					(headers, { refused }) => ({
						...headers,
						...withoutTimes,
						...(refused && { 'retry-after': text }),
					}),
				],
			],
		),
	),
};

const table = Object.entries(lies).flatMap(([kind, ways]) =>
	Object.entries(ways).map(([way, says]) => [`${kind}, ${way}`, says] as const),
);

/** Lies once, in the first answer. */
const once =
	(says: Says): Says =>
	(headers, truth) =>
		truth.answer === 0 ? says(headers, truth) : headers;

/** The same lie, where nothing is said to be left. */
const noneLeft =
	(says: Says): Says =>
	(headers, truth) => ({ ...says(headers, truth), 'x-ratelimit-remaining': '0' });

describe.each([30, 100])('%s reads', (count) => {
	it.each(table)('%s: all are done, and no more than a window is lost', async (_name, says) => {
		const honest = await timeOf(count);
		const lost = {
			once: (await timeOf(count, once(says))) - honest,
			onceAtNone: (await timeOf(count, once(noneLeft(says)))) - honest,
			always: (await timeOf(count, says)) - honest,
		};
		expect(Object.values(lost).filter((ms) => ms > windowMs)).toEqual([]);
	});

	it.each([hourMs, -hourMs, 600_000, -600_000])(
		'no Date, and a clock that is %s ms off: all are done, and no more than a window is lost',
		async (ms) => {
			const honest = await timeOf(count);
			const took = await timeOf(count, always({ date: undefined }), off(ms));
			expect(took - honest).toBeLessThanOrEqual(windowMs);
		},
	);
});
