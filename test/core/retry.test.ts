import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HttpRequest, HttpResponse } from '../../src';
import { NotSent, OutcomeUnknown, createRetryBudget, networkError, retry } from '../../src';
import type { Answer } from '../support/trace';
import { clock, inTurn, scripted, settled } from '../support/trace';

const read: HttpRequest = { method: 'GET', path: '/tasks/7', writes: false, safe: true };
const write: HttpRequest = { method: 'POST', path: '/tasks/7/approve', writes: true, safe: false };

const run = async (request: HttpRequest, answer: (call: number) => Answer, maxWaitMs = 300_000) => {
	const { timed: log, transport } = scripted(answer);
	const send = retry({ clock, budget: createRetryBudget(), maxWaitMs, random: () => 1 })(transport);
	const outcome = await settled(
		send(request).then(
			({ status }) => String(status),
			(error: Error) => error.name,
		),
	);
	return { log, outcome };
};

const refusal = (headers: HttpResponse['headers']): Answer => ({ status: 429, headers });

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00Z') });
});
afterEach(() => {
	jest.useRealTimers();
});

describe('a 429 was refused unprocessed, so any request is repeated after Retry-After', () => {
	it('waits the seconds it is told', async () => {
		const { log, outcome } = await run(write, inTurn(refusal({ 'retry-after': '12' }), {}));
		expect(log).toEqual(['0s POST /tasks/7/approve', '12s POST /tasks/7/approve']);
		expect(outcome).toBe('200');
	});

	it('goes on for as long as the wait is not used up', async () => {
		const { log } = await run(
			write,
			inTurn(...Array.from({ length: 6 }, () => refusal({ 'retry-after': '10' })), {}),
		);
		expect(log).toHaveLength(7);
		expect(log.at(-1)).toBe('60s POST /tasks/7/approve');
	});

	it('reads a date against the clock of the service', async () => {
		const headers = {
			date: 'Mon, 05 Jan 2026 08:50:00 GMT',
			'retry-after': 'Mon, 05 Jan 2026 08:50:07 GMT',
		};
		const { log } = await run(write, inTurn(refusal(headers), {}));
		expect(log).toEqual(['0s POST /tasks/7/approve', '7s POST /tasks/7/approve']);
	});

	it.each([
		['missing', {}, '0.5s'],
		['not a number', { 'retry-after': 'abc' }, '0.5s'],
		['negative', { 'retry-after': '-5' }, '0.5s'],
		['zero', { 'retry-after': '0' }, '0.5s'],
		['longer than the window', { 'retry-after': '1000000' }, '61s'],
	])('makes do with a Retry-After that is %s', async (_case, headers, time) => {
		const { log } = await run(write, inTurn(refusal(headers), {}));
		expect(log).toEqual(['0s POST /tasks/7/approve', `${time} POST /tasks/7/approve`]);
	});

	it('does not count as one of the four tries of a read that fails', async () => {
		const [busy, down] = [refusal({ 'retry-after': '10' }), { status: 503 }];
		const { log, outcome } = await run(read, inTurn(busy, down, busy, down, busy, down, {}));
		expect(log).toHaveLength(7);
		expect(outcome).toBe('200');
	});

	it('is repeated until all waits together would be too long', async () => {
		const { log, outcome } = await run(write, () => refusal({ 'retry-after': '10' }), 25_000);
		expect(log.map((line) => line.split(' ')[0])).toEqual(['0s', '10s', '20s']);
		expect(outcome).toBe('429');
	});

	it('gives the answer of the service when the wait would be too long', async () => {
		const { log, outcome } = await run(write, inTurn(refusal({ 'retry-after': '40' })), 30_000);
		expect(log).toEqual(['0s POST /tasks/7/approve']);
		expect(outcome).toBe('429');
	});
});

describe('a read is repeated after a failure that may pass', () => {
	it.each([500, 502, 503, 504])('%s: four times in all, with growing waits', async (status) => {
		const { log, outcome } = await run(read, () => ({ status }));
		expect(log).toEqual([
			'0s GET /tasks/7',
			'0.5s GET /tasks/7',
			'1.5s GET /tasks/7',
			'3.5s GET /tasks/7',
		]);
		expect(outcome).toBe(String(status));
	});

	it('a broken connection', async () => {
		const { log, outcome } = await run(read, inTurn(networkError('ECONNRESET', read), {}));
		expect(log).toEqual(['0s GET /tasks/7', '0.5s GET /tasks/7']);
		expect(outcome).toBe('200');
	});
});

describe('a write is sent once, unless it provably did not arrive', () => {
	it.each([500, 502, 503, 504])('%s is final', async (status) => {
		const { log, outcome } = await run(write, () => ({ status }));
		expect(log).toEqual(['0s POST /tasks/7/approve']);
		expect(outcome).toBe(String(status));
	});

	it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'])('%s is final', async (code) => {
		const failure = networkError(code, write);
		expect(failure).toBeInstanceOf(OutcomeUnknown);
		const { log, outcome } = await run(write, () => failure);
		expect(log).toEqual(['0s POST /tasks/7/approve']);
		expect(outcome).toBe('OutcomeUnknown');
	});

	it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])(
		'%s proves that nothing was sent, and is repeated',
		async (code) => {
			const failure = networkError(code, write);
			expect(failure).toBeInstanceOf(NotSent);
			const { log, outcome } = await run(write, inTurn(failure, failure, {}));
			expect(log).toEqual([
				'0s POST /tasks/7/approve',
				'0.5s POST /tasks/7/approve',
				'1.5s POST /tasks/7/approve',
			]);
			expect(outcome).toBe('200');
		},
	);
});

it.each([301, 400, 401, 403, 404, 409, 422, 501])('%s is final for a read, too', async (status) => {
	const { log, outcome } = await run(read, () => ({ status }));
	expect(log).toEqual(['0s GET /tasks/7']);
	expect(outcome).toBe(String(status));
});
