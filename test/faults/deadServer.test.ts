import { expect, it } from '@jest/globals';
import { keyCredential } from '../support/stage';
import { deliver } from '../support/webhookTrigger';
import { useFastTime } from './fastTime';
import type { Fate } from './faultServer';
import { faultServers, json } from './faultServer';
import { errorOf, goesOn, numbered, read, runAt } from './items';

const serve = faultServers();
useFastTime();

const down: Fate = { atBody: json(503, { detail: 'Not now' }) };

it.each<[string, Fate]>([
	['that breaks connections off', { atConnection: (socket) => socket.resetAndDestroy() }],
	['that answers with 503', down],
])('300 reads of a server %s cost at most 1.3 requests an item', async (_name, fate) => {
	const server = await serve(() => fate);
	const { output } = await runAt(server.url, read, { items: numbered(300), ...goesOn });
	expect(output.filter(errorOf)).toHaveLength(300);
	expect(server.connections()).toBeLessThanOrEqual(390);
	const before = server.connections();
	const { error } = await runAt(server.url, read, { items: numbered(300) });
	expect(server.connections() - before).toBeLessThanOrEqual(100);
	expect(error?.message).toMatch(/ not started\)$/);
});

it('a server that comes back is served: no item fails, whatever fails now and then', async () => {
	const began = Date.now();
	let asked = 0;
	const server = await serve((_index, request) => {
		if (!request) return {};
		const isDown = Date.now() < began + 20_000 || ++asked % 50 === 0;
		return isDown ? down : { atBody: json(200, { task: { task_id: 1 } }) };
	});
	const { output } = await runAt(server.url, read, { items: numbered(300), ...goesOn });
	expect(output.filter(errorOf)).toEqual([]);
});

it('a task that does not come in eight seconds does not hold up the delivery of its comment', async () => {
	const { url } = await serve(() => ({}));
	const parameters = { loadTask: true, taskIdPath: 'body.task' };
	const item = await deliver('{"task":1}', parameters, undefined, keyCredential(url, 'key_1'));
	expect(item?.json).toMatchObject({
		body: { task: 1 },
		task: null,
		taskError: { message: 'The task could not be loaded in time' },
	});
});
