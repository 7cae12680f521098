import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { HttpRequest, HttpResponse, RateLimit } from '../../src';
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
	safe: false,
});

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
	// One request opens the new window, then it is spent at once.
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

it('never waits longer than the window, whatever the reset says', async () => {
	const limit = createRateLimit();
	const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999' };
	await approveAll(1, () => ({ headers }), limit);
	const { log } = await approveAll(1, () => ({ headers }), limit);
	expect(log).toEqual(['61s 1']);
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
