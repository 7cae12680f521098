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
		{ request: read, outcome, attempt: 1, failures: 1, waitedMs: 0, ...tries },
		{ maxWaitMs: 60_000, random: () => random },
	);

describe('the delay before a repeat', () => {
	it.each([
		[1, 500],
		[2, 1_000],
		[3, 2_000],
		[5, 8_000],
		[30, 8_000],
	])('doubles to 8 s at most: attempt %i, %i ms', (attempt, delayMs) => {
		expect(delayAfter(answered(503), { attempt })).toBe(delayMs);
		expect(delayAfter(answered(503), { attempt }, 0.25)).toBe(delayMs / 4);
	});

	it('after a 429 is what the service says, never below 250 ms, however often it says so', () => {
		const refused = (headers: HttpResponse['headers']) => answered(429, { headers });
		expect(delayAfter(refused({ 'retry-after': '12' }), { request: write, attempt: 9 })).toBe(
			12_000,
		);
		expect(delayAfter(refused({}), {}, 0)).toBe(250);
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
		['a fourth failure', answered(503), { failures: 4 }],
		['a failure of a write', answered(503), { request: write }],
		['a broken connection of a write', failed('ECONNRESET'), { request: write }],
		['of what is not to be repeated', answered(429), { request: { ...read, noRepeat: true } }],
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
