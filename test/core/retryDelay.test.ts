import { describe, expect, it } from '@jest/globals';
import type { HttpRequest, HttpResponse, Tries } from '../../src';
import { networkError, retryDelayMs } from '../../src';

const read: HttpRequest = { method: 'GET', path: '/tasks/7', writes: false, safe: true };
const write: HttpRequest = { method: 'POST', path: '/tasks/7/approve', writes: true, safe: false };

const answered = (status: number, response: Partial<HttpResponse> = {}): Tries['outcome'] => ({
	response: { status, headers: {}, body: {}, ...response },
});
const failed = (code: string): Tries['outcome'] => ({ failure: networkError(code, write) });

const delayAfter = (outcome: Tries['outcome'], tries: Partial<Tries> = {}, random = 1) =>
	retryDelayMs(
		{ request: read, outcome, attempt: 1, waitedMs: 0, ...tries },
		{ maxWaitMs: 60_000, random: () => random },
	);

describe('the delay before a repeat', () => {
	it.each([
		[1, 500],
		[2, 1_000],
		[3, 2_000],
	])('doubles: attempt %i, %i ms', (attempt, delayMs) => {
		expect(delayAfter(answered(503), { attempt })).toBe(delayMs);
		expect(delayAfter(answered(503), { attempt }, 0.25)).toBe(delayMs / 4);
	});

	it('ends when all waits together would be too long', () => {
		expect(delayAfter(answered(503), { waitedMs: 59_500 })).toBe(500);
		expect(delayAfter(answered(503), { waitedMs: 59_501 })).toBeUndefined();
	});
});

describe('an outcome is final', () => {
	it.each([
		['a success', answered(200), {}],
		['what the service decided', answered(404), {}],
		['a fourth failure', answered(503), { attempt: 4 }],
		['a failure of a write', answered(503), { request: write }],
		['a broken connection of a write', failed('ECONNRESET'), { request: write }],
		['a 429, for which the rate limit waits', answered(429), {}],
	] as const)('%s', (_case, outcome, tries) => {
		expect(delayAfter(outcome, tries)).toBeUndefined();
	});
});

it.each([
	[
		'a success that is cut off',
		answered(200, { headers: { 'content-type': 'application/json' }, body: '{' }),
		read,
	],
	['what was never sent, a write too', failed('ECONNREFUSED'), write],
] as const)('is repeated: %s', (_case, outcome, request) => {
	expect(delayAfter(outcome, { request })).toBe(500);
});
