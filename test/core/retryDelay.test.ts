import { expect, it } from '@jest/globals';
import type { HttpRequest, Tries } from '../../src';
import { networkError, retryDelayMs } from '../../src';

const read: HttpRequest = { method: 'GET', path: '/tasks/7', writes: false, safe: true };

const delayAfter = (tries: Partial<Tries>, random = 1, maxWaitMs = 300_000) =>
	retryDelayMs(
		{
			request: read,
			outcome: { failure: networkError('ECONNREFUSED', read) },
			attempt: 1,
			metOutage: true,
			failingMs: 0,
			closedMs: 0,
			...tries,
		},
		{ maxWaitMs, random: () => random },
	);

it.each([
	[1, 500],
	[2, 1_000],
	[4, 4_000],
	[5, 8_000],
	[9, 8_000],
])('the delay doubles: attempt %i, %i ms', (attempt, delayMs) => {
	expect(delayAfter({ attempt })).toBe(delayMs);
	expect(delayAfter({ attempt }, 0.25)).toBe(delayMs / 4);
});

it.each([
	['a minute', 59_500, 300_000],
	['Max Wait', 4_500, 5_000],
])('no repeat begins after %s', (_name, failingMs, maxWaitMs) => {
	const before = { failingMs: failingMs - 1 };
	expect(delayAfter(before, 1, maxWaitMs)).toBe(500);
	expect(delayAfter({ failingMs }, 1, maxWaitMs)).toBeUndefined();
	expect(delayAfter({ ...before, closedMs: 501 }, 1, maxWaitMs)).toBeUndefined();
});
