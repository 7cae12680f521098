import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { runNode } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { FastTime } from './fastTime';
import { startFastTime } from './fastTime';
import type { Fate } from './faultServer';
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
});

const windowMs = 60_000;
const limit = 40;

interface Service {
	/** How far its clock is ahead. */
	readonly aheadMs?: number;
	/** Headers that it leaves out. Without a date nobody can tell how its clock goes. */
	readonly without?: readonly string[];
}

/** A service with `limit` requests a minute, and a clock and headers of its own. */
const limitedService = ({ aheadMs = 0, without = [] }: Service) => {
	let end = 0;
	let used = 0;
	const refused: number[] = [];
	const taken: number[] = [];
	const fate: Fate = {
		atBody(response, request) {
			const now = Date.now() + aheadMs;
			if (now >= end) {
				end = Math.ceil((now + windowMs) / 1000) * 1000;
				used = 0;
			}
			const isRefused = used >= limit;
			if (isRefused) refused.push(Date.now());
			else taken.push(Number(request.line.split('/')[2]));
			if (!isRefused) used++;
			const headers = {
				date: new Date(now).toUTCString(),
				'x-ratelimit-limit': String(limit),
				'x-ratelimit-remaining': String(limit - used),
				'x-ratelimit-reset': String(Math.ceil(end / 1000)),
				...(isRefused && { 'retry-after': String(Math.ceil((end - now) / 1000)) }),
			};
			const given = Object.entries(headers).filter(([name]) => !without.includes(name));
			const detail = { detail: 'Rate limit exceeded' };
			const posted = { success: true, activity_log_id: 1, message: 'Posted' };
			json(isRefused ? 429 : 200, isRefused ? detail : posted, Object.fromEntries(given))(response);
		},
	};
	return { fate, refused, taken };
};

/** The most of `times` that lie within ten seconds. */
const mostInTenSeconds = (times: readonly number[]): number =>
	Math.max(
		0,
		...times.map((from) => times.filter((at) => at >= from && at < from + 10_000).length),
	);

const windowHeaders = ['x-ratelimit-remaining', 'x-ratelimit-reset'];

it.each<[string, Service]>([
	['a clock that is right', {}],
	['a clock ten minutes ahead', { aheadMs: 600_000 }],
	['a clock ten minutes behind', { aheadMs: -600_000 }],
	['a clock ten minutes ahead, without a date', { aheadMs: 600_000, without: ['date'] }],
	['a clock ten minutes behind, without a date', { aheadMs: -600_000, without: ['date'] }],
	['only Retry-After', { without: windowHeaders }],
	['no Retry-After', { without: ['retry-after'] }],
	['no headers at all', { without: [...windowHeaders, 'retry-after'] }],
])('%s: all is done once, no wait over 61 s, no hot loop', async (_name, service) => {
	const { fate, refused, taken } = limitedService(service);
	const server = await serve((_index, request) => (request ? fate : {}));
	const { output, error } = await runNode({
		parameters: comment,
		credentials: keyCredential(server.url, 'key_1'),
		items: numbered(2 * limit + 10),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	expect(output.map(errorOf).filter(Boolean)).toEqual([]);
	expect({ sent: taken.length, tasks: new Set(taken).size }).toEqual({ sent: 90, tasks: 90 });
	const times = server.requests.map(({ at }) => at);
	const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
	// The clock of the test passes in steps of half a second.
	expect(Math.max(...gaps)).toBeLessThanOrEqual(62_500);
	// The 50 requests in flight, and then single ones.
	expect(mostInTenSeconds(refused)).toBeLessThan(60);
});
