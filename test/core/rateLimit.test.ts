import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Clock, HttpRequest, HttpResponse, RateLimit } from '../../src';
import { createRateLimit, createRetryBudget, rateLimit, retry } from '../../src';
import { clock, scripted, settled } from '../support/trace';

const start = Date.parse('2026-01-05T09:00:20Z');

beforeEach(() => {
	jest.useFakeTimers({ now: start });
});
afterEach(() => {
	jest.useRealTimers();
});

const task = (id: number): HttpRequest => ({
	method: 'POST',
	path: `/tasks/${id}/approve`,
	writes: true,
	safe: false,
});

/** What a place is where there is none; no test gets it. */
const none = { sentAt: NaN };

interface Service {
	readonly limit: number;
	/** How far its clock is ahead of ours. */
	readonly aheadMs?: number;
	/** Requests that another client of the same key has sent in each window. */
	readonly others?: number;
	readonly withDate?: boolean;
}

/** A service with a window of a minute, aligned to the full minute of its clock. */
const service = ({ limit, aheadMs = 0, others = 0, withDate = true }: Service) => {
	const used = new Map<number, number>();
	return (): Partial<HttpResponse> => {
		const now = Date.now() + aheadMs;
		const reset = (Math.floor(now / 60_000) + 1) * 60;
		const count = (used.get(reset) ?? others) + 1;
		used.set(reset, count);
		const headers = {
			...(withDate && { date: new Date(now).toUTCString() }),
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(Math.max(limit - count, 0)),
			'x-ratelimit-reset': String(reset),
		};
		if (count <= limit) return { headers };
		const retryAfter = Math.ceil(reset - now / 1000);
		return { status: 429, headers: { ...headers, 'retry-after': String(retryAfter) } };
	};
};

const approveAll = async (
	count: number,
	answer: () => Partial<HttpResponse>,
	limit: RateLimit = createRateLimit(),
	maxWaitMs = 300_000,
) => {
	const { timed: log, transport } = scripted(answer, 100);
	const paced = rateLimit({ limit, clock, maxWaitMs })(transport);
	const send = retry({ clock, budget: createRetryBudget(), maxWaitMs, random: () => 1 })(paced);
	const ids = Array.from({ length: count }, (_, index) => index + 1);
	const statuses = await settled(Promise.all(ids.map(async (id) => (await send(task(id))).status)));
	return { log: log.map((line) => line.replace(/POST \/tasks\/|\/approve/g, '')), statuses };
};

it('knows no rate beforehand, spends a window fully, and waits for its reset', async () => {
	const limit = createRateLimit();
	const answer = service({ limit: 4 });
	const first = await approveAll(1, answer, limit);
	const { log, statuses } = await approveAll(9, answer, limit);
	expect(first.log).toEqual(['0s 1']);
	// The reset is 39.9 s away; the Date header tells whole seconds, so the wait is a little longer.
	// One request opens the new window, then it is used up immediately.
	expect(log).toEqual([
		'0s 1',
		'0s 2',
		'0s 3',
		'40s 4',
		'40.1s 5',
		'40.1s 6',
		'40.1s 7',
		'100.1s 8',
		'100.2s 9',
	]);
	expect(new Set(statuses)).toEqual(new Set([200]));
});

it.each([-600_000, 600_000])(
	'keeps to the clock of a service that is %s ms off',
	async (aheadMs) => {
		const limit = createRateLimit();
		const answer = service({ limit: 2, aheadMs });
		await approveAll(1, answer, limit);
		const { log } = await approveAll(3, answer, limit);
		expect(log).toEqual(['0s 1', '40s 2', '40.1s 3']);
	},
);

it('waits for no second longer than the answers allow, though each tells whole seconds', async () => {
	const limit = createRateLimit();
	const answer = service({ limit: 3 });
	// Two answers of second 20, of which only the time tells how far it is gone, and one of second 21.
	jest.setSystemTime(start + 850);
	for (let count = 0; count < 3; count++) await approveAll(1, answer, limit);
	const { log } = await approveAll(1, answer, limit);
	expect(log).toEqual(['39s 1']);
});

it('takes the 429 that another client of the key provoked, and loses nothing', async () => {
	const { log, statuses } = await approveAll(2, service({ limit: 3, others: 2 }));
	expect(log).toEqual(['0s 1', '0s 2', '40.1s 2']);
	expect(statuses).toEqual([200, 200]);
});

it.each([
	['are missing', {}],
	['make no sense', { 'x-ratelimit-remaining': 'many', 'x-ratelimit-reset': '-1' }],
])('does not hold back when the headers %s', async (_case, headers) => {
	const { log } = await approveAll(3, () => ({ headers }));
	expect(log).toEqual(['0s 1', '0s 2', '0s 3']);
});

it('takes a reset beyond the longest window for no news', async () => {
	const limit = createRateLimit();
	const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999' };
	await approveAll(1, () => ({ headers }), limit);
	const { log } = await approveAll(1, () => ({ headers }), limit);
	expect(log).toEqual(['0s 1']);
});

it('asks once more where a single answer says that nothing is left, and believes a second', async () => {
	const limit = createRateLimit();
	const answer = service({ limit: 3, others: 2 });
	await approveAll(1, answer, limit);
	const { log, statuses } = await approveAll(2, answer, limit);
	expect(log).toEqual(['2s 1', '40s 2', '42.1s 1', '100.2s 1']);
	expect(statuses).toEqual([200, 200]);
});

it('ignores answers of the last window that come late', async () => {
	const limit = createRateLimit();
	const answer = service({ limit: 4 });
	const [served = none] = await limit.acquire(clock, 1_000);
	const [refused = none] = await limit.acquire(clock, 1_000);
	const { headers = {} } = answer();
	await approveAll(3, answer, limit);
	jest.setSystemTime(start + 41_000);
	await approveAll(1, answer, limit);
	limit.release(served, Date.now(), { status: 200, headers, body: {} });
	limit.release(refused, Date.now(), { status: 429, headers: { 'retry-after': '1' }, body: {} });
	const { log } = await approveAll(3, answer, limit);
	expect(log).toEqual(['0s 1', '0.1s 2', '0.2s 3']);
});

it('does not wait for the end of a window that lies beyond the longest, as a clock set back puts it', async () => {
	const limit = createRateLimit();
	const answer = service({ limit: 3, others: 2 });
	await approveAll(1, answer, limit);
	jest.setSystemTime(start - 3_600_000);
	const { log } = await approveAll(2, answer, limit);
	expect(log.slice(0, 2)).toEqual(['0s 1', '0s 2']);
});

it('holds all back after a 429 that gives no time, twice as long each time, and begins anew', async () => {
	const answers = [429, 429, 429, 429, 429, 429, 429, 200, 429, 200];
	const { timed, transport } = scripted((call) => ({ status: answers[call] ?? 200 }));
	const paced = rateLimit({ limit: createRateLimit(), clock, maxWaitMs: 300_000 })(transport);
	await settled(
		(async () => {
			for (let sent = 0; sent < answers.length; sent++) await paced(task(1));
		})(),
	);
	const at = timed.map((line) => Number.parseFloat(line));
	expect(at.map((time, index) => time - (at[index - 1] ?? 0))).toEqual([
		0, 0.5, 1, 2, 4, 8, 8, 8, 0, 0.5,
	]);
});

it("lets the ends of waits be each caller's own, and the line be first come first served", async () => {
	const limit = createRateLimit();
	const answer = service({ limit: 2 });
	await approveAll(2, answer, limit);
	const ended: string[] = [];
	const stopped: Clock = {
		...clock,
		sleep: async (ms) => {
			await clock.sleep(Math.min(ms, 3_000));
			throw new Error('stopped');
		},
	};
	const waiter = async (name: string, maxWaitMs: number, own = clock) => {
		await limit.acquire(own, maxWaitMs).then(
			([taken = none]) => limit.release(taken, Date.now()),
			() => undefined,
		);
		ended.push(`${(Date.now() - start) / 1000}s ${name}`);
	};
	await settled(
		Promise.all([
			waiter('stopped', 300_000, stopped),
			waiter('first', 300_000),
			waiter('second', 300_000),
			waiter('impatient', 5_000),
		]),
	);
	expect(ended).toEqual(['0.1s impatient', '3.1s stopped', '40.1s first', '40.1s second']);
});

it('sends all the same when the wait would be too long, so that the service answers', async () => {
	const limit = createRateLimit();
	const answer = service({ limit: 1 });
	await approveAll(1, answer, limit, 5_000);
	const { log, statuses } = await approveAll(1, answer, limit, 5_000);
	expect(log).toEqual(['0s 1']);
	expect(statuses).toEqual([429]);
});

it('lets two credentials go their own ways', async () => {
	const answer = service({ limit: 1 });
	await approveAll(1, answer);
	const other = await approveAll(1, service({ limit: 1 }));
	expect(other.log).toEqual(['0s 1']);
});
