import { describe, expect, it } from '@jest/globals';
import type { Clock, HttpRequest, HttpResponse, RateLimit, Transport } from '../../src';
import { createRateLimit, rateLimit } from '../../src';
import { createProcess, startedAt } from './rateLimitProcess';

describe('how long a request waits', () => {
	it('is the rest of the window, or as long as it may', async () => {
		const process = createProcess(1);
		await process.send();
		process.answer({ left: 0 });
		expect(await process.send()).toBe(40_000);
		expect(await process.send({ maxWaitMs: 40_000 })).toBe(40_000);
		// Nothing can make the wait shorter, so the request is sent at once.
		expect(await process.send({ maxWaitMs: 39_999 })).toBe('sent');
	});

	it('may become shorter while something is left', async () => {
		const process = createProcess();
		await process.send();
		process.answer({ left: 1 });
		await process.send();
		expect(await process.send({ maxWaitMs: 5_000 })).toBe(5_000);
		expect(await process.send({ maxWaitMs: 0 })).toBe('sent');
	});

	it('is nothing for two at once where two are left and nothing is in flight', async () => {
		const process = createProcess();
		await process.send();
		process.answer({ left: 2 });
		expect(await process.send({ slots: 3 })).toBe(40_000);
		expect(await process.send({ slots: 2 })).toBe('sent');
		expect(process.room()).toBe(0);
	});

	it('is nothing for more at once than a window has, where all of it is left', async () => {
		const process = createProcess(3);
		await process.send();
		process.answer({ left: 2 });
		process.at(40);
		await process.send();
		process.answer({ left: 3, ends: 100 });
		expect(await process.send({ slots: 5 })).toBe('sent');
	});

	it('is up to the end of the window for two at once, where one is left and no size was told', async () => {
		const process = createProcess(null);
		await process.send();
		process.answer({ left: 1 });
		expect(await process.send({ slots: 2 })).toBe(40_000);
	});
});

describe('after a refusal', () => {
	it.each([
		[90, 30],
		[89, 29],
		[2, 1],
	])('of %s that are left, %s are sent at once', async (left, sent) => {
		const process = createProcess(100);
		await process.send();
		process.answer({ status: 429, retryAfter: 10 });
		process.at(60);
		await process.send();
		process.answer({ left, ends: 100 });
		expect(await process.sendAll()).toBe(sent);
	});
});

describe('the first request after a window', () => {
	/** A window is over, and so many requests of it are in flight. */
	const windowOver = async (inFlight: number) => {
		const process = createProcess();
		await process.send();
		process.answer({ left: 500 });
		process.at(39.5);
		for (let sent = 0; sent < inFlight; sent++) await process.send();
		process.at(40);
		return process;
	};

	it('is sent at once, and the others wait 2 s for its answer', async () => {
		const process = await windowOver(1);
		expect(await process.send()).toBe('sent');
		expect(await process.send()).toBe(2_000);
		process.at(41.5);
		expect(await process.send()).toBe(500);
		expect(await process.send({ maxWaitMs: 400 })).toBe(400);
		process.at(42);
		expect(await process.send()).toBe('sent');
		expect(await process.send()).toBe(2_000);
	});

	it('is still waited for when an older one ends', async () => {
		const process = await windowOver(1);
		await process.send();
		process.at(40.5);
		process.fail();
		expect(await process.send()).toBe(1_500);
		process.fail();
		expect(await process.send()).toBe('sent');
	});

	it('is not waited for any longer because another one was sent without a wait', async () => {
		const process = await windowOver(0);
		await process.send();
		process.at(41);
		expect(await process.send({ maxWaitMs: 0 })).toBe('sent');
		expect(await process.send()).toBe(1_000);
	});

	it('is not waited for if the clock was set back since', async () => {
		const process = await windowOver(0);
		process.at(40.5);
		await process.send();
		process.at(40.2);
		expect(await process.send()).toBe('sent');
	});
});

const response = (left: number): HttpResponse => ({
	status: 200,
	headers: {
		date: new Date(startedAt).toUTCString(),
		'x-ratelimit-limit': '20',
		'x-ratelimit-remaining': String(left),
		'x-ratelimit-reset': String(startedAt / 1_000 + 40),
	},
	body: {},
});

/** A clock on which no time passes: sleepers sleep until something wakes them. */
const stillClock = () => {
	const sleeps: number[] = [];
	let now = startedAt;
	const clock: Clock = {
		now: () => now,
		sleep: async (ms, wake) => {
			sleeps.push(ms);
			await wake;
		},
	};
	const setBack = (ms: number) => void (now -= ms);
	return { clock, sleeps, setBack };
};

/** Lets all that can go on without time go on. */
const pause = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** The outcome of work that needs no time. */
const soon = async <T>(work: Promise<T>): Promise<T> => {
	const late = pause().then(() => Promise.reject(new Error('It still waits')));
	return await Promise.race([work, late]);
};

/** A limit of which one request is left. It is in flight, so that the next one has to wait. */
const usedUp = async () => {
	const { clock, sleeps, setBack } = stillClock();
	const limit = createRateLimit();
	const [first] = await limit.acquire(clock, 0);
	if (first) limit.release(first, startedAt, response(1));
	const [slot] = await limit.acquire(clock, 0);
	if (!slot) throw new Error('The only request waits');
	const free = (left?: number) =>
		limit.release(slot, startedAt, left === undefined ? undefined : response(left));
	return { clock, sleeps, setBack, limit, slot, free };
};

describe('requests in a line', () => {
	it('do not overtake one that needs more', async () => {
		const { clock, limit, free } = await usedUp();
		const order: string[] = [];
		const both = limit.acquire(clock, 100_000, undefined, 2).then(() => order.push('both'));
		const one = limit.acquire(clock, 100_000).then(() => order.push('one'));
		await pause();
		expect(order).toEqual([]);
		free();
		await pause();
		expect(order).toEqual([]);
		const [extra] = await limit.acquire(clock, 0);
		if (extra) limit.release(extra, startedAt, response(20));
		await soon(Promise.all([both, one]));
		expect(order).toEqual(['both', 'one']);
	});

	it('sleep until they are the first, whatever the others are answered', async () => {
		const { clock, sleeps, limit, free } = await usedUp();
		const first = limit.acquire(clock, 50_000, undefined, 2);
		const second = limit.acquire(clock, 60_000);
		await pause();
		expect(sleeps).toEqual([40_000, 60_000]);
		const [extra] = await limit.acquire(clock, 0);
		if (extra) limit.release(extra, startedAt);
		await pause();
		expect(sleeps).toEqual([40_000, 60_000, 40_000]);
		free(20);
		await soon(Promise.all([first, second]));
		expect(sleeps).toHaveLength(3);
	});

	it('tell once that they wait, with the requests of a window, and once that they go on', async () => {
		const { clock, limit, free } = await usedUp();
		const told: unknown[] = [];
		const sent: Transport = async () => await Promise.resolve(response(15));
		const send = rateLimit({
			limit,
			clock,
			maxWaitMs: 100_000,
			onWait: (...news) => told.push(news),
		})(sent);
		const work = send(read);
		await pause();
		expect(told).toEqual([[true, 20]]);
		const [extra] = await limit.acquire(clock, 0);
		if (extra) limit.release(extra, startedAt);
		await pause();
		expect(told).toEqual([[true, 20]]);
		free(20);
		await soon(work);
		expect(told).toStrictEqual([
			[true, 20],
			[false, undefined],
		]);
		await soon(send(read));
		expect(told).toHaveLength(2);
	});
});

it('a window is forgotten where the clock was set back, and no size is told then', async () => {
	const { clock, setBack, limit, slot } = await usedUp();
	const told: unknown[] = [];
	const first = limit.acquire(clock, 100_000, (size) => told.push(size), 2);
	setBack(3_600_000);
	limit.release(slot, clock.now(), { status: 200, headers: {}, body: {} });
	const second = limit.acquire(clock, 100_000, (size) => told.push(size));
	await soon(Promise.all([first, second]));
	expect(told).toStrictEqual([20, undefined]);
});

const read: HttpRequest = { method: 'GET', path: '/tasks/7', writes: false, safe: true };

describe('a request with a precondition', () => {
	const judgeBy = (isRight: boolean) => () => {
		if (!isRight) throw new Error('It is not so');
	};
	const statusOr = async (sent: Promise<HttpResponse>): Promise<unknown> =>
		await sent.then(
			({ status, of }) => ({ status, of: of?.path }),
			(error: Error) => error.message,
		);

	it.each<[string, number[], boolean, unknown]>([
		['both were answered', [200, 201], true, { status: 201, of: undefined }],
		['the precondition does not hold', [200], false, 'It is not so'],
		['the precondition was not answered well', [404], true, { status: 404, of: '/tasks/8' }],
	])('holds nothing of the window after %s', async (_case, statuses, isRight, outcome) => {
		const limit: RateLimit = createRateLimit();
		const { clock } = stillClock();
		const rooms: number[] = [];
		// The answer before them tells of the window.
		const answers = [200, ...statuses];
		let left = 20;
		const transport: Transport = async () => {
			rooms.push(limit.room(startedAt));
			return await Promise.resolve({ ...response(--left), status: answers.shift() ?? 500 });
		};
		const send = rateLimit({ limit, clock, maxWaitMs: 0 })(transport);
		await send(read);
		const precondition = {
			request: { ...read, path: '/tasks/8' },
			judge: judgeBy(isRight),
		};
		expect(await statusOr(send({ ...read, precondition }))).toEqual(outcome);
		// Both have a place in the window before the first one is sent.
		expect(rooms.slice(1)).toEqual([17, 17].slice(0, rooms.length - 1));
		expect(limit.room(startedAt)).toBe(left);
	});
});
