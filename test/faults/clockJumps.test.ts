import { describe, expect, it, jest } from '@jest/globals';
import { useFastTime } from './fastTime';
import type { Answering } from './faultServer';
import { faultServers, json } from './faultServer';
import { comment, errorOf, goesOn, posted, runAt } from './items';

const serve = faultServers();
useFastTime();

const right = json(200, posted);

/** Milliseconds of the test's time, in which several requests may run; steps are half a second. */
const slackMs = 8_000;

const later: Answering = (response) => void setTimeout(() => right(response), 10_000);

const limited =
	(headers: () => Readonly<Record<string, string>>): Answering =>
	(response) =>
		json(429, { detail: 'Rate limit exceeded' }, headers())(response);

const fullWindow = () => ({
	date: new Date(Date.now()).toUTCString(),
	'x-ratelimit-limit': '10',
	'x-ratelimit-remaining': '0',
	'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 20),
});

describe.each([
	['301 s ahead', 301_000],
	['an hour back', -3_600_000],
])('the wall clock jumps %s', (_name, byMs) => {
	it.each<[string, Answering, number, readonly [number, number]]>([
		['a request under way gets its answer', later, 1, [10_000, 10_000]],
		['one without an answer ends when its time is over', () => undefined, 1, [300_000, 300_000]],
		['a Retry-After is waited for', limited(() => ({ 'retry-after': '20' })), 2, [20_000, 20_000]],
		['a full window is waited for', limited(fullWindow), 2, [19_500, 22_000]],
	])('%s, no longer and no shorter', async (_title, first, requests, [least, most]) => {
		const server = await serve((index, request) => {
			// Two seconds after the first request has arrived.
			if (request && index === 0) {
				setTimeout(() => jest.setSystemTime(Date.now() + byMs), 2_000);
			}
			return { atBody: index === 0 ? first : right };
		});
		const since = performance.now();
		const { output } = await runAt(server.url, comment, goesOn);
		const ms = performance.now() - since;
		expect(server.requests).toHaveLength(requests);
		expect(ms).toBeGreaterThanOrEqual(least);
		expect(ms).toBeLessThan(most + slackMs);
		const error = errorOf(output[0]);
		if (least < 300_000) expect(error).toBeUndefined();
		else {
			expect(error).toMatchObject({ outcome: 'unknown' });
			expect(error?.description).toMatch(/ETIMEDOUT|ECONNABORTED/);
		}
	});
});
