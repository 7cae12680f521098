import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HttpRequest } from '../../src';
import { NotSent, OutcomeUnknown, createRetryBudget, networkError, retry } from '../../src';
import type { Answer } from '../support/trace';
import { clock, inTurn, scripted, settled } from '../support/trace';

const read: HttpRequest = { method: 'GET', path: '/tasks/7', writes: false, safe: true };
const write: HttpRequest = { method: 'POST', path: '/tasks/7/approve', writes: true, safe: false };

const run = async (request: HttpRequest, answer: (call: number) => Answer) => {
	const { timed: log, transport } = scripted(answer);
	const options = { clock, budget: createRetryBudget(), maxWaitMs: 300_000, random: () => 1 };
	const send = retry(options)(transport);
	const outcome = await settled(
		send(request).then(
			({ status }) => String(status),
			(error: Error) => error.name,
		),
	);
	return { log, outcome };
};

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-01-05T09:00:00Z') });
});
afterEach(() => {
	jest.useRealTimers();
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

it.each([301, 400, 401, 403, 404, 409, 422, 429, 501])(
	'%s is final for a read, too',
	async (status) => {
		const { log, outcome } = await run(read, () => ({ status }));
		expect(log).toEqual(['0s GET /tasks/7']);
		expect(outcome).toBe(String(status));
	},
);
