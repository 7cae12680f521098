import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';
import type { Answering, Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { errorOf, numbered } from './items';

const { serve, stopAll } = faultServers();
let time: FastTime;
beforeAll(() => {
	time = startFastTime();
});
afterEach(stopAll);
afterAll(async () => await time.stop());

const comment = parametersOf('task.comment', {
	taskId: byId('={{ $json.id }}'),
	comment: '=Comment {{ $json.id }}',
	// Fewer than the limit, so that the first window refuses none.
	options: { maxParallel: 10 },
});
const limit = 40;
const posted = { success: true, activity_log_id: 1, message: 'Posted' };

/**
 * A service with `limit` requests a minute, of which others that use the same key have taken `others`
 * as soon as a window begins, the first one apart. The first request of the second window meets
 * `scoutFate`.
 */
const sharedService = (others: number, scoutFate?: Answering) => {
	let end = 0;
	let used = 0;
	let windows = 0;
	let refused = 0;
	const openings: number[] = [];
	const fate: Fate = {
		atBody(response) {
			const now = Date.now();
			const isFirst = now >= end;
			if (isFirst) {
				end = Math.ceil((now + 60_000) / 1000) * 1000;
				used = windows++ === 0 ? 0 : others;
				openings.push(now);
			}
			const isRefused = used >= limit;
			if (isRefused) refused++;
			else used++;
			const headers = {
				date: new Date(now).toUTCString(),
				'x-ratelimit-limit': String(limit),
				'x-ratelimit-remaining': String(limit - used),
				'x-ratelimit-reset': String(end / 1000),
			};
			if (isFirst && windows === 2 && scoutFate) scoutFate(response);
			else if (isRefused) {
				const wait = String(Math.ceil((end - now) / 1000));
				json(429, { detail: 'Rate limit exceeded' }, { ...headers, 'retry-after': wait })(response);
			} else json(200, posted, headers)(response);
		},
	};
	return { fate, refused: () => refused, openings };
};

const postAll = async (fate: Fate, count: number) => {
	const server = await serve((_index, request) => (request ? fate : {}));
	const result = await runNode({
		parameters: comment,
		credentials: keyCredential(server.url, 'key_1'),
		items: numbered(count),
		onError: 'continueRegularOutput',
	});
	expect(result.error).toBeUndefined();
	const failed = result.output.filter((item) => errorOf(item));
	return { failed, requests: server.requests };
};

describe('after the reset of a window', () => {
	it('one request learns what others have left of the new one, and no herd follows', async () => {
		const { fate, refused } = sharedService(limit - 3);
		const { failed } = await postAll(fate, limit + 4 * 3);
		expect(failed).toEqual([]);
		expect(refused()).toBeLessThanOrEqual(4);
	});

	it.each<[string, number, Answering]>([
		['loses its answer', 1, (response) => response.socket?.resetAndDestroy()],
		['is answered with 500', 1, json(500, { detail: 'Failed' })],
		['is answered without headers', 0, json(200, posted)],
		['is refused with 404', 1, json(404, { detail: 'Task not found' })],
	])('the others go on when that request %s', async (_name, failures, scoutFate) => {
		const { fate } = sharedService(0, scoutFate);
		const { failed, requests } = await postAll(fate, 2 * limit - 5);
		expect(failed).toHaveLength(failures);
		expect(requests.length).toBeLessThanOrEqual(2 * limit);
	});

	it('the others wait no longer than a window when that request gets no answer', async () => {
		const { fate, openings } = sharedService(0, () => undefined);
		const { failed, requests } = await postAll(fate, 2 * limit - 5);
		expect(failed.map(errorOf)).toMatchObject([{ outcome: 'unknown' }]);
		const scout = openings[1] ?? 0;
		const next = requests.find(({ at }) => at > scout);
		expect((next?.at ?? Infinity) - scout).toBeLessThanOrEqual(62_500);
	});
});
