import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';
import type { Answering, Fates } from './faultServer';
import { faultServers, json } from './faultServer';
import { errorOf } from './items';

const { serve, stopAll } = faultServers();
let time: FastTime;
beforeAll(() => {
	time = startFastTime();
});
afterEach(stopAll);
afterAll(async () => await time.stop());

const comment = parametersOf('task.comment', { taskId: byId('1'), comment: 'Read it' });
const posted = json(200, { success: true, activity_log_id: 1, message: 'Posted' });

/** Milliseconds of the test's time, in which several requests may run; steps are half a second. */
const stepMs = 500;

const later =
	(ms: number, then: Answering): Answering =>
	(response) => {
		setTimeout(() => then(response), ms);
	};

describe.each([
	['301 s ahead', 301_000],
	['an hour back', -3_600_000],
])('the wall clock jumps %s', (_name, byMs) => {
	const jumpIn = (ms: number) => setTimeout(() => jest.setSystemTime(Date.now() + byMs), ms);

	/** One comment, with a jump two seconds after its first request has arrived. */
	const run = async (fates: Fates) => {
		const server = await serve((index, request) => {
			if (request && index === 0) jumpIn(2_000);
			return fates(index, request);
		});
		const since = performance.now();
		const { output } = await runNode({
			parameters: comment,
			credentials: keyCredential(server.url, 'key_1'),
			onError: 'continueRegularOutput',
		});
		const ms = performance.now() - since;
		return { ms, error: errorOf(output[0]), requests: server.requests.length };
	};

	it('a request under way gets its answer', async () => {
		const { error, requests } = await run(() => ({ atBody: later(10_000, posted) }));
		expect(error).toBeUndefined();
		expect(requests).toBe(1);
	});

	it('a request without an answer ends when its time is over', async () => {
		const { ms, error, requests } = await run(() => ({ atBody: () => undefined }));
		expect(error).toMatchObject({ outcome: 'unknown' });
		expect(error?.description).toMatch(/ETIMEDOUT|ECONNABORTED/);
		expect(requests).toBe(1);
		expect(ms).toBeGreaterThanOrEqual(300_000);
		expect(ms).toBeLessThan(300_000 + 6 * stepMs);
	});

	it('a Retry-After is waited for, no longer and no shorter', async () => {
		const { ms, error, requests } = await run((index) => ({
			atBody:
				index === 0
					? json(429, { detail: 'Rate limit exceeded' }, { 'retry-after': '20' })
					: posted,
		}));
		expect(error).toBeUndefined();
		expect(requests).toBe(2);
		expect(ms).toBeGreaterThanOrEqual(20_000);
		expect(ms).toBeLessThan(20_000 + 6 * stepMs);
	});

	it('a full window is waited for, no longer and no shorter', async () => {
		const { ms, error, requests } = await run((index) => {
			const now = Date.now();
			const headers = {
				date: new Date(now).toUTCString(),
				'x-ratelimit-limit': '10',
				'x-ratelimit-remaining': '0',
				'x-ratelimit-reset': String(Math.ceil(now / 1000) + 20),
			};
			return {
				atBody: index === 0 ? json(429, { detail: 'Rate limit exceeded' }, headers) : posted,
			};
		});
		expect(error).toBeUndefined();
		expect(requests).toBe(2);
		expect(ms).toBeGreaterThanOrEqual(20_000 - stepMs);
		expect(ms).toBeLessThan(22_000 + 6 * stepMs);
	});
});
