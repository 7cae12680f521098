import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HttpRequest, HttpResponse, Transport } from '../../src';
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
