import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { runWorkflow } from '../../tools/scripts/n8n/executions';
import { initiate, launchesOf, tasksByKey } from '../n8n/keyedLaunches';
import { keyedNode } from '../n8n/keyedNode';
import { keyOf, session } from '../n8n/stack';

const count = 100;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({
		tasks: 0,
		documents: 0,
		rateLimit: 1_000_000,
		latencyMs: 20,
	});
});
afterAll(async () => await sandbox?.stop());

const rows = Array.from({ length: count }, (_, index) => ({ deal: `d-${index}` }));

it('two workers at once may send a key twice, and leave none out; later executions send none', async () => {
	const n8n = session();
	const { id, change } = await keyedNode(n8n, await keyOf(n8n, sandbox));
	await change(rows, initiate);
	const run = async () => await runWorkflow(n8n, id, 'Start');
	await Promise.all([run(), run()]);
	const times = await tasksByKey(sandbox);
	expect(times.size).toBe(count);
	expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeLessThanOrEqual(2);
	// A key that one worker wrote over is sent once more, and stays.
	await run();
	const before = launchesOf(sandbox);
	for (let round = 0; round < 3; round += 1) expect((await run()).status).toBe('success');
	expect(launchesOf(sandbox)).toBe(before);
});
