import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Clock, HttpRequest, HttpResponse, Transport } from '../../src';
import { FileContent, createParallel, networkError } from '../../src';
import { clock, settled } from '../support/trace';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00Z') });
});
afterEach(() => {
	jest.useRealTimers();
});

const request: HttpRequest = { method: 'GET', path: '/tasks/7', writes: false, safe: true };

interface Service {
	/** Milliseconds to an answer. */
	readonly latency: number;
	readonly status?: number;
	readonly failure?: Error;
	readonly headers?: HttpResponse['headers'];
}

/** Sends `count` requests in more lanes than may be under way, and tells how many were under way at a time, second by second. */
const sendAll = async (
	count: number,
	most: number,
	serviceAt: (seconds: number) => Service,
	sent: HttpRequest = request,
) => {
	const started = Date.now();
	const seconds: number[] = [];
	let underWay = 0;
	const transport: Transport = async () => {
		underWay++;
		const second = Math.floor((Date.now() - started) / 1000);
		seconds[second] = Math.max(seconds[second] ?? 0, underWay);
		const {
			latency,
			status = 200,
			failure,
			headers = {},
		} = serviceAt((Date.now() - started) / 1000);
		await clock.sleep(latency);
		underWay--;
		if (failure) throw failure;
		return { status, headers, body: {} } satisfies HttpResponse;
	};
	const { gate, measure } = createParallel({ clock, most });
	const send = gate(measure(transport));
	let left = count;
	const lane = async () => {
		while (left-- > 0) await send(sent).catch(() => undefined);
	};
	await settled(Promise.all(Array.from({ length: most + 10 }, lane)));
	return { seconds, took: (Date.now() - started) / 1000 };
};

it('never has more under way than it may', async () => {
	const { seconds } = await sendAll(100, 3, () => ({ latency: 50 }));
	expect(Math.max(...seconds)).toBe(3);
});

it('is at the most after a few round trips of a service that is well', async () => {
	const { seconds, took } = await sendAll(1000, 50, () => ({ latency: 50 }));
	expect(seconds[0]).toBe(50);
	expect(took).toBeLessThan(1.25);
});

it.each([
	['is at the most after two round trips where the rate limit has room', '900', [10, 40, 50]],
	['feels its way where the rate limit may soon be spent', '9', [10, 15, 22]],
	['feels its way where the service tells of no rate limit', undefined, [10, 15, 22]],
])('%s', async (_case, remaining, expected) => {
	const reset = String(Date.now() / 1000 + 60);
	const headers = { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset };
	const { seconds } = await sendAll(300, 50, () => ({ latency: 1001, headers }));
	expect(seconds.slice(0, 3)).toEqual(expected);
});

describe('in trouble it asks fewer at once, and is back within 3 seconds', () => {
	it.each<[string, Service]>([
		['slows down', { latency: 500 }],
		['answers 503', { latency: 50, status: 503 }],
		['refuses', { latency: 50, status: 429 }],
		['breaks the connection', { latency: 50, failure: networkError('ECONNRESET', request) }],
	])('when the service %s', async (_case, trouble) => {
		const { seconds } = await sendAll(4_500, 50, (second) =>
			second < 1 || second >= 4 ? { latency: 50 } : trouble,
		);
		expect(seconds[0]).toBe(50);
		expect(seconds[3]).toBeLessThanOrEqual(12);
		expect(seconds[6]).toBe(50);
	});
});

it('takes a service that stays slow for usual in the end', async () => {
	const { seconds } = await sendAll(4_000, 50, (second) => ({ latency: second < 1 ? 50 : 500 }));
	expect(seconds.at(-3)).toBe(50);
});

it('does not take the time that a file needs for a sign of trouble', async () => {
	const file = new FileContent(9, () => Promise.reject(new Error('is not opened here')));
	const upload: HttpRequest = {
		method: 'POST',
		path: '/x',
		writes: true,
		safe: false,
		body: ['"', file, '"'],
	};
	let call = 0;
	const { seconds } = await sendAll(
		400,
		50,
		() => ({ latency: call++ % 2 === 0 ? 50 : 900 }),
		upload,
	);
	expect(Math.max(...seconds)).toBe(50);
});

it('sends nothing more once the clock says to stop', async () => {
	let sent = 0;
	const stopping = {
		...clock,
		sleep: async () => {
			await clock.sleep(100);
			throw new Error('stopped');
		},
	};
	const { gate } = createParallel({ clock: stopping, most: 1 });
	const send = gate(async () => {
		sent++;
		await clock.sleep(1_000);
		return { status: 200, headers: {}, body: {} };
	});
	const results = await settled(Promise.allSettled([send(request), send(request)]));
	expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
	expect(sent).toBe(1);
});

describe('how many it lets through at once', () => {
	interface Round {
		/** How many requests begin together, and end together. */
		readonly count?: number;
		readonly ms?: number;
		readonly status?: number;
		readonly left?: number;
	}

	/** How many may be under way after these requests, one round after the other. */
	const widthAfter = async (rounds: readonly Round[]): Promise<number> => {
		let now = Date.now();
		const forever = async () => await new Promise<never>(() => undefined);
		const still: Clock = { now: () => now, sleep: forever };
		const { gate, measure } = createParallel({ clock: still, most: 50 });
		for (const { count = 1, ms = 50, status = 200, left } of rounds) {
			const report = left !== undefined && {
				'x-ratelimit-remaining': String(left),
				'x-ratelimit-reset': String(Math.ceil(now / 1_000) + 30),
			};
			const began = now;
			const answer: Transport = async () => {
				await Promise.resolve();
				now = began + ms;
				return { status, headers: { ...report }, body: {} };
			};
			await Promise.all(Array.from({ length: count }, () => measure(answer)(request)));
		}
		let underWay = 0;
		const send = gate(async () => {
			underWay++;
			return await forever();
		});
		for (let count = 0; count < 60; count++) void send(request);
		await settled(Promise.resolve());
		return underWay;
	};

	const usual: Round = { ms: 1_000 };
	const quick: Round = { ms: 50 };
	const cut: Round = { status: 503 };
	const slow = (count: number): Round[] => Array.from({ length: count }, () => ({ ms: 500 }));

	it.each<[string, Round[], number]>([
		['10 at the start', [], 10],
		['one more for each two answers', [quick, quick], 11],
		['no more than before where just as many are left of the rate limit', [{ left: 10 }], 10],
		['three more where more than those are left', [{ left: 11 }], 13],
		['half after a 500', [{ status: 500 }], 5],
		['half after a 429', [{ status: 429 }], 5],
		['more after a 501, which is not a sign of trouble', [quick, { status: 501 }], 11],
		['more after a 499', [quick, { status: 499 }], 11],
		['more after 250 ms more than usual', [quick, { ms: 300 }], 11],
		['half after 251 ms more than usual', [quick, { ms: 301 }], 5],
		['more after four times as long as usual', [usual, { ms: 4_000 }], 11],
		['half after longer than that', [usual, { ms: 4_001 }], 5],
		['half, once only, after requests that were under way together', [{ ...cut, count: 3 }], 5],
		['four at least', [cut, cut], 4],
		['not quite one more after trouble and an answer', [cut, quick], 5],
		['one more after trouble and two answers', [cut, quick, quick], 6],
		['two more after trouble and three answers', [cut, quick, quick, quick], 7],
		['four while slow answers are unusual', [quick, ...slow(365)], 4],
		['more as soon as they are usual', [quick, ...slow(366)], 5],
	])('%s', async (_case, rounds, width) => {
		expect(await widthAfter(rounds)).toBe(width);
	});
});
