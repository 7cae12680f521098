import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { HttpRequest } from '../../src';
import { NotSent, OutcomeUnknown, createRateLimit, networkError, retry } from '../../src';
import type { Answer } from '../support/trace';
import { clock, inTurn, scripted, settled } from '../support/trace';

const read: HttpRequest = { method: 'GET', path: '/tasks/7', writes: false, safe: true };
const write: HttpRequest = { method: 'POST', path: '/tasks/7/approve', writes: true, safe: false };

const run = async (request: HttpRequest, answer: (call: number) => Answer) => {
	const { timed: log, transport } = scripted(answer);
	const options = { clock, limit: createRateLimit(), maxWaitMs: 300_000, random: () => 1 };
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

const headers = { 'content-type': 'application/json; charset=utf-8' };

describe('a read is repeated after a failure that may pass', () => {
	it.each<[string, Answer, string]>([
		['a 500', { status: 500 }, '500'],
		['a success that is cut off', { headers, body: '{' }, '200'],
		['a host that does not exist', networkError('ENOTFOUND', read), 'NotSent'],
		['a certificate', networkError('CERT_HAS_EXPIRED', read), 'NotSent'],
		['a broken answer', networkError('ERR_BAD_RESPONSE', read), 'OutcomeUnknown'],
	])('%s: four times in all, with growing waits', async (_case, answer, end) => {
		const { log, outcome } = await run(read, () => answer);
		expect(log).toEqual([
			'0s GET /tasks/7',
			'0.5s GET /tasks/7',
			'1.5s GET /tasks/7',
			'3.5s GET /tasks/7',
		]);
		expect(outcome).toBe(end);
	});

	it.each<[string, Answer]>([
		['502', { status: 502 }],
		['503', { status: 503 }],
		['504', { status: 504 }],
		['a broken connection', networkError('ECONNRESET', read)],
		['no answer', networkError('ETIMEDOUT', read)],
		['a refused connection', networkError('ECONNREFUSED', read)],
		['no name server', networkError('EAI_AGAIN', read)],
	])('%s: for a minute, with waits of 8 s at most', async (_case, answer) => {
		const { log } = await run(read, () => answer);
		const at = [0, 0.5, 1.5, 3.5, 7.5, 15.5, 23.5, 31.5, 39.5, 47.5, 55.5];
		expect(log).toEqual(at.map((seconds) => `${seconds}s GET /tasks/7`));
	});

	it('a service that restarts: refused, then a gateway, then a server that fails', async () => {
		const refused = networkError('ECONNREFUSED', read);
		const [gateway, failing] = [{ status: 502 }, { status: 500 }];
		const { log, outcome } = await run(
			read,
			inTurn(...[refused, refused, refused, gateway, gateway, failing, failing, {}]),
		);
		expect(log.at(-1)).toBe('31.5s GET /tasks/7');
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

	it('not even if it was refused before: a 502 is final', async () => {
		const { log } = await run(write, inTurn(networkError('ECONNREFUSED', write), { status: 502 }));
		expect(log).toHaveLength(2);
	});
});

describe('is final for a read, too', () => {
	it.each([301, 400, 401, 403, 404, 409, 422, 429, 501])('%s', async (status) => {
		const { log, outcome } = await run(read, () => ({ status }));
		expect(log).toEqual(['0s GET /tasks/7']);
		expect(outcome).toBe(String(status));
	});

	it.each<[string, Answer]>([
		['text that is no JSON', { headers: { 'content-type': 'text/html' }, body: '<html>' }],
		['text of no kind', { body: '{' }],
		['JSON of another kind', { headers: { 'content-type': 'application/njsons' }, body: '{' }],
		['JSON that is whole', { headers, body: {} }],
		['another success', { status: 201, headers, body: '{' }],
		['an error that is none of a request', new Error('stopped')],
	])('%s', async (_case, answer) => {
		expect((await run(read, () => answer)).log).toHaveLength(1);
	});
});
