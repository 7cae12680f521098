import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HttpRequest } from '../../src';
import { createRateLimit, networkError, rateLimit, retry } from '../../src';
import type { Answer } from '../support/trace';
import { clock, scripted, settled } from '../support/trace';

const start = Date.parse('2026-01-05T09:00:00Z');

beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

const read = (name: string): HttpRequest => ({
	...{ method: 'GET', path: `/${name}`, writes: false, safe: true },
});
const write = (name: string): HttpRequest => ({
	...{ method: 'POST', path: `/${name}`, writes: true, safe: false },
});
const refused = networkError('ECONNREFUSED', read('a'));
const down: Answer = { status: 503 };

const seconds = (): number => (Date.now() - start) / 1_000;

/** Requests with one credential, at a service that answers so at a time; what is sent, and when. */
const createProcess = (
	answerAt: (second: number, request: HttpRequest) => Answer,
	latencyMs = 0,
) => {
	const { timed, transport } = scripted(
		(_call, request) => answerAt(seconds(), request),
		latencyMs,
	);
	const limit = createRateLimit();
	let limited = 0;
	const onWait = () => (limited += 1);
	const send = async (request: HttpRequest, maxWaitMs = 300_000) => {
		const policies = [
			retry({ clock, limit, maxWaitMs, random: () => 0 }),
			rateLimit({ limit, clock, maxWaitMs, onWait }),
		];
		const exchange = policies.reduceRight((next, policy) => policy(next), transport);
		const end = await exchange(request).then(
			({ status }) => status,
			({ name }: Error) => name,
		);
		return `${seconds()}s ${end}`;
	};
	const sendAll = async (requests: readonly HttpRequest[], maxWaitMs?: number) =>
		await settled(Promise.all(requests.map(async (one) => await send(one, maxWaitMs))));
	return {
		log: timed,
		limited: () => limited,
		sendAll,
		pass: (second: number) => jest.setSystemTime(start + second * 1_000),
	};
};

const four = ['a', 'b', 'c', 'd'].map(read);

describe('while the service is down, one request knocks and the others wait', () => {
	it('from the first failure on, for as long as nothing is answered', async () => {
		const { log, limited, sendAll } = createProcess((second) => (second < 3 ? refused : {}), 100);
		expect(await sendAll(four)).toEqual(['4s 200', '4s 200', '3.9s 200', '4s 200']);
		expect(log).toEqual([
			...['0s GET /a', '0s GET /b', '0s GET /c', '0s GET /d'],
			...['0.6s GET /a', '1.7s GET /b', '3.8s GET /c'],
			...['3.9s GET /d', '3.9s GET /a', '3.9s GET /b'],
		]);
		expect(limited()).toBe(0);
	});

	it('and another one knocks where the first has no answer within 2 s', async () => {
		const { log, sendAll } = createProcess((second) => (second < 1 ? down : {}), 5_000);
		await sendAll(four);
		expect(log.slice(4)).toEqual(['5.5s GET /a', '7.5s GET /b', '9.5s GET /c', '10.5s GET /d']);
	});

	it('for a minute: then each request is tried once, until something is answered', async () => {
		const { log, sendAll, pass } = createProcess((second) => (second < 75 ? down : {}));
		const ends = await sendAll(four);
		expect(ends).toEqual(['60s 503', '55.5s 503', '60s 503', '60s 503']);
		expect(log).toHaveLength(4 + 10 + 3);
		pass(70);
		expect(await sendAll(four)).toEqual(Array(4).fill('70s 503'));
		expect(log.slice(17)).toEqual(['70s GET /a', '70s GET /b', '70s GET /c', '70s GET /d']);
		pass(75);
		expect(await sendAll(four)).toEqual(Array(4).fill('75s 200'));
	});

	it('an outage of long ago is none: the next one has its own minute', async () => {
		const { log, sendAll, pass } = createProcess(() => down);
		await sendAll([read('a')]);
		const sent = log.length;
		pass(130);
		expect(await sendAll([read('a')])).toEqual(['185.5s 503']);
		expect(log.length).toBe(2 * sent);
	});
});

it.each([
	[0, ['0s GET /a'], '0s 503'],
	[5_000, ['0s GET /a', '0.5s GET /a', '1.5s GET /a', '3.5s GET /a'], '3.5s 503'],
])('Max Wait of %s ms ends it sooner', async (maxWaitMs, log, end) => {
	const process = createProcess(() => down);
	expect(await process.sendAll([read('a')], maxWaitMs)).toEqual([end]);
	expect(process.log).toEqual(log);
});

it('a write that does not arrive goes on, too; one that may have arrived does not', async () => {
	const process = createProcess((second) => (second < 3 ? refused : down));
	expect(await process.sendAll([write('a')])).toEqual(['3.5s 503']);
	expect(process.log).toEqual(['0s POST /a', '0.5s POST /a', '1.5s POST /a', '3.5s POST /a']);
});

it('a single request that fails stops no other for longer than the next answer takes', async () => {
	const process = createProcess((_second, { path }) => (path === '/a' ? down : {}), 100);
	expect(await process.sendAll([...four, ...four.slice(1)], 1_000)).toEqual([
		'0.8s 503',
		...Array<string>(6).fill('0.1s 200'),
	]);
});
