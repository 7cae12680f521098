import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { startNodeRun } from '../support/n8nCore';
import { byId, keyCredential, parametersOf } from '../support/stage';
import type { Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { errorOf, numbered } from './items';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

const read = parametersOf('task.get', { taskId: byId('={{ $json.id }}') });

const reset: Fate = { atConnection: (socket) => socket.resetAndDestroy() };
const down: Fate = { atBody: json(503, { detail: 'Not now' }) };

/** Reads 1,000 tasks of a dead server; stops the run when it takes longer than a minute. */
const readAll = async (fate: Fate, onError: 'continueRegularOutput' | 'stopWorkflow') => {
	const server = await serve(() => fate);
	const run = await startNodeRun({
		parameters: read,
		credentials: keyCredential(server.url, 'key_1'),
		items: numbered(1_000),
		onError,
	});
	const inTime = await Promise.race([run.ended.then(() => true), pause(60_000, false)]);
	if (!inTime) run.stop();
	return { inTime, requests: server.connections(), ...(await run.ended) };
};

it('1,000 reads of a dead server cost at most 1.3 requests an item, and end in a minute', async () => {
	const runs = await Promise.all([
		readAll(reset, 'continueRegularOutput'),
		readAll(down, 'continueRegularOutput'),
	]);
	for (const { inTime, requests, output } of runs) {
		expect({ inTime, requests: requests <= 1_300 ? 'at most 1,300' : requests }).toEqual({
			inTime: true,
			requests: 'at most 1,300',
		});
		expect(output.filter((item) => errorOf(item))).toHaveLength(1_000);
	}
});

it('without "continue", the error comes after the first items', async () => {
	for (const fate of [reset, down]) {
		const { inTime, requests, error } = await readAll(fate, 'stopWorkflow');
		expect(inTime).toBe(true);
		expect(requests).toBeLessThanOrEqual(200);
		expect(error?.message).toMatch(/ not started\)$/);
	}
});

it('a server that comes back is served with repeats again', async () => {
	let asked = 0;
	const server = await serve((_index, request) => {
		if (!request) return {};
		asked++;
		const isDown = asked <= 600 || asked % 50 === 0;
		return isDown ? down : { atBody: json(200, { task: { task_id: 1 } }) };
	});
	const run = await startNodeRun({
		parameters: read,
		credentials: keyCredential(server.url, 'key_1'),
		items: numbered(3_000),
		onError: 'continueRegularOutput',
	});
	const { output } = await run.ended;
	const failed = output.flatMap((item, index) => (errorOf(item) ? [index] : []));
	expect(failed.length).toBeGreaterThan(100);
	expect(failed.filter((index) => index > 2_500)).toEqual([]);
});
