import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { startNodeRun } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { Answering, Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { numbered } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const approve = parametersOf('task.approve', {
	taskId: byId('={{ $json.id }}'),
	decideIf: 'always',
});
const read = parametersOf('task.get', { taskId: byId('={{ $json.id }}') });
const answer = { task_id: 1, status: 'in_progress', approved: true, message: 'Approved' };

/** How long the server is watched after a stop: longer than any of the waits that were cut short. */
const watchMs = 4_000;

const later =
	(ms: number, answered: Answering): Answering =>
	(response) => {
		setTimeout(() => answered(response), ms);
	};

const usedUp = (): Record<string, string> => ({
	'x-ratelimit-limit': '10',
	'x-ratelimit-remaining': '0',
	'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 3),
});

/** Each with the time until the stop, in milliseconds, and what the node is doing then. */
const cases: ReadonlyArray<readonly [string, number, typeof approve, Fate]> = [
	['while it sends', 4_000, approve, { atBody: later(400, json(200, answer)) }],
	[
		'while it waits for the rate limit',
		1_000,
		approve,
		{ atBody: (response) => json(200, answer, usedUp())(response) },
	],
	[
		'while it waits for a Retry-After',
		1_000,
		approve,
		{ atBody: json(429, { detail: 'Rate limit exceeded' }, { 'retry-after': '3' }) },
	],
	['while it backs off', 400, read, { atBody: json(503, { detail: 'Not now' }) }],
	['while it waits for an answer', 1_000, approve, { atBody: () => undefined }],
	[
		'while a body comes in',
		1_000,
		read,
		{
			atBody(response) {
				response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
				response.write('{');
			},
		},
	],
];

it.each(cases)('a stop %s ends all within a second', async (_name, afterMs, parameters, fate) => {
	const server = await serve(() => fate);
	const run = await startNodeRun({
		parameters,
		credentials: keyCredential(server.url, 'key_1'),
		items: numbered(1_000),
		onError: 'continueRegularOutput',
	});
	while (server.requests.length === 0) await pause(10);
	await pause(afterMs);
	const stopped = Date.now();
	run.stop();
	const ended = await Promise.race([run.ended.then(() => true), pause(1_000, false)]);
	expect(ended).toBe(true);
	await pause(watchMs);
	// A busy machine takes up to a second more to accept what had left before the stop.
	const late = server.requests.filter(({ at }) => at > stopped + 2_000);
	expect(late).toEqual([]);
	expect(server.requests.length).toBeLessThan(1_000);
});
