import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Clock, HttpRequest, HttpResponse } from '../../src';
import { createRateLimit, rateLimit } from '../../src';
import { clock, scripted, settled } from '../support/trace';

/** Its window ends 40 seconds later, unless a test says otherwise. */
const start = Date.parse('2026-01-05T09:00:20Z');

beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

interface Told {
	readonly status?: number;
	/** Requests left in the window; no report if undefined. */
	readonly left?: number;
	readonly limit?: number;
	/** When the window ends, in seconds after the start. */
	readonly ends?: number;
	readonly retryAfter?: string;
	readonly lost?: true;
}

const responseTo = ({ status = 200, left, limit = 1_000, ends = 40, retryAfter }: Told) => ({
	status,
	headers: {
		date: new Date(Date.now()).toUTCString(),
		...(left !== undefined && {
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(left),
			'x-ratelimit-reset': String(start / 1_000 + ends),
		}),
		'retry-after': retryAfter,
	},
	body: {},
});

/** Thrown where a request would wait. */
class Waits extends Error {
	constructor(readonly ms: number) {
		super(`waits ${ms} ms`);
	}
}

/** A process on a key, for which time passes only where a test says so. */
const createProcess = () => {
	const limit = createRateLimit();
	const still: Clock = { now: () => Date.now(), sleep: (ms) => Promise.reject(new Waits(ms)) };
	/** Sends a request if it may; tells how long it would wait if not. */
	const send = async (places = 1, maxWaitMs = 1e6): Promise<'sent' | number> => {
		const waiting = { clock: still, places, isAgain: false, onWait: () => undefined };
		try {
			await limit.acquire({ ...waiting, until: Date.now() + maxWaitMs });
			return 'sent';
		} catch (error) {
			if (error instanceof Waits) return error.ms;
			throw error;
		}
	};
	return {
		send,
		async sendAll(most: number) {
			let sent = 0;
			while (sent < most && (await send()) === 'sent') sent++;
			return sent;
		},
		answer: (told: Told) =>
			limit.release(
				Date.now(),
				told.lost ? { failure: new Error('lost') } : { response: responseTo(told) },
			),
		at: (seconds: number) => jest.setSystemTime(start + seconds * 1_000),
	};
};

it('knows no limit before the first report, and then counts what is in flight as used', async () => {
	const process = createProcess();
	expect(await process.sendAll(9)).toBe(9);
	process.answer({});
	expect(await process.sendAll(1)).toBe(1);
	process.answer({ left: 9 });
	expect(await process.sendAll(9)).toBe(1);
	process.answer({ lost: true });
	expect(await process.sendAll(9)).toBe(1);
	process.at(40);
	expect(await process.sendAll(1)).toBe(1);
});

describe('how long a request waits', () => {
	/** As many requests as there are answers are in flight; then they are answered. */
	it.each<[string, Told[], number | 'sent']>([
		['for the end of the window', [{ left: 0 }], 40_000],
		[
			'for the earliest end, as answers tell whole seconds',
			[{ left: 0 }, { left: 0, ends: 39 }],
			39_000,
		],
		[
			'as the lowest number says, as answers overtake each other',
			[{ left: 0 }, { left: 5 }],
			40_000,
		],
		['not, without headers', [{}], 'sent'],
		['not, where something is left', [{ left: 1 }], 'sent'],
		['after a 429, for Retry-After', [{ status: 429, retryAfter: '12', left: 9 }], 12_000],
		['after a 429 without it, for the window', [{ status: 429, left: 9 }], 40_000],
		[
			'after a 429, for longer than its window',
			[{ left: 9 }, { status: 429, retryAfter: '120' }],
			120_000,
		],
		['after a 429 in a window, for its end', [{ left: 9 }, { status: 429 }], 40_000],
		['after a 429 without any time, half a second', [{ status: 429 }], 500],
		['no longer for those that were in flight', [{ status: 429 }, { status: 429 }], 500],
	])('%s', async (_name, answers, waits) => {
		const process = createProcess();
		await process.sendAll(answers.length);
		for (const told of answers) process.answer(told);
		expect(await process.send()).toBe(waits);
	});

	it('is Max Wait at most, and nothing where that would not help', async () => {
		const process = createProcess();
		await process.send();
		process.answer({ left: 1 });
		await process.send();
		// The answer under way may say that more is left.
		expect(await process.send(1, 5_000)).toBe(5_000);
		process.answer({ left: 0 });
		expect(await process.send(1, 40_000)).toBe(40_000);
		expect(await process.send(1, 39_999)).toBe('sent');
	});

	it('doubles with each 429 without a time, to 8 s, and begins anew', async () => {
		const process = createProcess();
		const waits: unknown[] = [];
		let now = 0;
		for (const status of [429, 429, 429, 429, 429, 429, 200, 429]) {
			await process.send();
			process.answer({ status });
			const waited = await process.send();
			waits.push(waited);
			now += Number(waited) / 1_000 || 1;
			process.at(now);
		}
		expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 'sent', 500]);
	});
});

it.each<[number, Told, number | 'sent']>([
	[3, { left: 2 }, 40_000],
	[2, { left: 2 }, 'sent'],
	// All that there are in the window.
	[2, { left: 1, limit: 1 }, 'sent'],
])('%s places at once, of those that are left: %j', async (places, told, waits) => {
	const process = createProcess();
	await process.send();
	process.answer(told);
	expect(await process.send(places)).toBe(waits);
});

describe('after a window, one request goes first', () => {
	it.each<[string, Told, number]>([
		['its answer tells what is left', { left: 3, ends: 100 }, 3],
		['its answer is lost: the next one goes', { lost: true }, 1],
		['its answer tells nothing: all go', {}, 9],
	])('%s', async (_name, told, sent) => {
		const process = createProcess();
		await process.send();
		process.answer({ left: 500 });
		process.at(40);
		expect(await process.send()).toBe('sent');
		process.at(41);
		expect(await process.send()).toBe(1_000);
		process.answer(told);
		expect(await process.sendAll(9)).toBe(sent);
	});

	it('and another one after 2 s', async () => {
		const process = createProcess();
		await process.send();
		process.answer({ left: 0 });
		process.at(40);
		await process.send();
		process.at(42);
		expect(await process.sendAll(9)).toBe(1);
	});
});

it('after a refusal, a twentieth of a window is in flight, as others use the key', async () => {
	const process = createProcess();
	await process.send();
	process.answer({ status: 429, retryAfter: '10' });
	process.at(10);
	await process.send();
	process.answer({ left: 900 });
	expect(await process.sendAll(900)).toBe(50);
});

const approve = (id: number): HttpRequest => ({
	method: 'POST',
	path: `/${id}`,
	writes: true,
	safe: false,
});

/** Sends requests in turn, with at most this wait; what was sent when, and the statuses. */
const sendAll = async (
	answer: Parameters<typeof scripted>[0],
	requests: readonly HttpRequest[],
	maxWaitMs = 300_000,
) => {
	const { timed, transport } = scripted(answer, 100);
	let told = 0;
	const onWait = () => (told += 1);
	const send = rateLimit({ limit: createRateLimit(), clock, maxWaitMs, onWait })(transport);
	const responses = await settled(Promise.all(requests.map(send)));
	const statuses = responses.map(({ status }) => status);
	return { sent: timed.map((line) => line.replace('POST /', '')), statuses, told };
};

it.each([
	[900, false],
	[0, true],
])(
	'behind the first request after a window with %d left, tells a wait: %s',
	async (left, tells) => {
		let told = 0;
		const limit = createRateLimit();
		const { transport } = scripted(() => responseTo({ left, ends: 100 }), 100);
		const onWait = () => (told += 1);
		const send = rateLimit({ limit, clock, maxWaitMs: 300_000, onWait })(transport);
		limit.release(start, { response: responseTo({ left: 500 }) });
		jest.setSystemTime(start + 40_000);
		await settled(Promise.all([1, 2, 3].map(async (id) => await send(approve(id)))));
		expect(told > 0).toBe(tells);
	},
);

describe('a refused request', () => {
	it('is sent again after Retry-After, whatever it is, and told as a wait', async () => {
		const refused: Told = { status: 429, retryAfter: '9' };
		const { sent, statuses, told } = await sendAll(
			(call) => responseTo(call < 2 ? refused : { left: 900 }),
			[1, 2].map(approve),
		);
		expect(told).toBeGreaterThan(0);
		expect(sent).toEqual(['0s 1', '0s 2', '9.1s 1', '9.2s 2']);
		expect(statuses).toEqual([200, 200]);
	});

	it.each<[string, string, number, string[]]>([
		['as long as Max Wait allows', '10', 25_000, ['0s 1', '10.1s 1', '20.2s 1']],
		['however long that is', '120', 300_000, ['0s 1', '120.1s 1', '240.2s 1']],
		['not where that would be too long', '40', 30_000, ['0s 1']],
		['not with a Max Wait of 0', '1', 0, ['0s 1']],
	])('is repeated %s', async (_name, retryAfter, maxWaitMs, log) => {
		const refused = () => responseTo({ status: 429, retryAfter });
		const { sent, statuses } = await sendAll(refused, [approve(1)], maxWaitMs);
		expect(sent).toEqual(log);
		expect(statuses).toEqual([429]);
	});
});

it('those that wait are first come, first served, and each can be stopped', async () => {
	const limit = createRateLimit();
	const ended: string[] = [];
	const waiting = { clock, until: start, places: 1, isAgain: false, onWait: () => undefined };
	expect(await limit.acquire(waiting)).toBe(true);
	limit.release(start, { response: responseTo({ left: 0 }) });
	const wait = async (name: string, maxWaitMs: number, isAgain: boolean, own = clock) => {
		const until = Date.now() + maxWaitMs;
		const got = await limit
			.acquire({ ...waiting, clock: own, until, isAgain })
			.catch(() => 'stopped');
		if (got === true) limit.release(Date.now());
		ended.push(`${(Date.now() - start) / 1_000}s ${name}: ${got}`);
	};
	const stopping: Clock = {
		...clock,
		async sleep() {
			await clock.sleep(3_000);
			throw new Error('stopped');
		},
	};
	const waits = [
		wait('stopped', 3e5, false, stopping),
		wait('second', 3e5, false),
		wait('third', 3e5, false),
		wait('impatient', 5_000, false),
		wait('refused before', 3e5, true),
		wait('refused and impatient', 5_000, true),
	];
	await settled(Promise.all(waits));
	expect(ended).toEqual([
		'0s impatient: true',
		'0s refused and impatient: false',
		'3s stopped: stopped',
		'40s refused before: true',
		'40s second: true',
		'40s third: true',
	]);
});

describe('a request with a precondition holds nothing of the window', () => {
	it.each<[string, Array<Partial<HttpResponse>>, boolean]>([
		['after both were answered', [{ status: 200 }, { status: 201 }], true],
		['if the precondition does not hold', [{ status: 200 }], false],
		['if the precondition was not answered well', [{ status: 404 }], true],
	])('%s', async (_name, answers, holds) => {
		const limit = createRateLimit();
		const closed: number[] = [];
		const { log, transport } = scripted((call) => {
			closed.push(limit.closedMs(Date.now()));
			return { ...responseTo({ left: 2 }), ...(call > 0 && answers[call - 1]) };
		});
		const send = rateLimit({ limit, clock, maxWaitMs: 0 })(transport);
		const judge = () => {
			if (!holds) throw new Error('It does not');
		};
		await send(approve(1));
		const precondition = { request: approve(2), judge };
		await send({ ...approve(3), precondition }).catch(() => undefined);
		// Both had a place in the window before the first one was sent.
		expect(closed.slice(0, 2)).toEqual([0, 40_000]);
		const again = { clock, until: Date.now(), places: 2, isAgain: true };
		expect(await limit.acquire(again)).toBe(true);
		expect(log).toHaveLength(1 + answers.length);
	});
});
