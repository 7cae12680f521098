import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { addOtherKeys, initiate, keysThatAre, tasksByKey } from './keyedLaunches';
import { keyFor, keyedNode } from './keyedNode';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';

/** How many keys of each node are really sent; the others are written into n8n's database. */
const count = 150;
const sizes = [9_900, 10_000, 10_001];
/** Where n8n is killed too: what it does about the most keys that are kept is done there. */
const killedAt = 10_001;
/** Items in progress at the same time, so a kill leaves at most as many keys unknown. */
const parallel = 50;
/** Longest run of all, in milliseconds. */
const boundMs = 1_200_000;

let host: OwnN8n;
let n8n: N8n;
let sandbox: Sandbox;
beforeAll(async () => {
	host = await ownN8n();
	sandbox = await createSandbox({
		rateLimit: 10_000_000,
		tasks: 0,
		documents: 0,
		requestLogSize: 100_000,
	});
	n8n = await host.start();
});
afterAll(async () => {
	await host?.remove();
	await sandbox?.stop();
});

/** Starts the workflow, and kills n8n soon after. */
const runAndKill = async (workflowId: string): Promise<void> => {
	// n8n no longer answers.
	const running = runWorkflow(n8n, workflowId, 'Start', { boundMs }).catch(() => undefined);
	await pause(randomInt(300, 1_000));
	await host.kill();
	await running;
	n8n = await host.start();
};

it.each(sizes)(
	'%d keys, and later runs of them: none is sent twice',
	async (size) => {
		const rows = Array.from({ length: count }, (_, index) => ({ deal: `d-${size}-${index}` }));
		const credential = await keyFor(n8n, sandbox.baseUrl, sandbox.apiKeys.main);
		const { id, change } = await keyedNode(n8n, credential);
		await change(rows, initiate({}, parallel));
		sandbox.clearRequests();

		const first = await runWorkflow(n8n, id, 'Start', { boundMs });
		expect(first.error).toBeUndefined();
		await host.sql(addOtherKeys(id, size - count));
		const sent = await tasksByKey(sandbox);

		const isKilled = size === killedAt;
		if (isKilled) await runAndKill(id);
		for (const run of [2, 3]) {
			const again = await runWorkflow(n8n, id, 'Start', { boundMs });
			const items = jsonOf(again, 'Write');
			const done = keysThatAre('done', items);
			const unknown = keysThatAre('unknown', items);
			process.stdout.write(
				`${size} keys, ${count} of them sent here, run ${run} in ${again.seconds} s: ${done.length} done, ${unknown.length} unknown\n`,
			);
			expect([...done, ...unknown].sort()).toEqual(rows.map(({ deal }) => deal).sort());
			expect(unknown.length).toBeLessThanOrEqual(isKilled ? parallel : 0);
		}
		expect([...sent.values()].filter((times) => times > 1)).toEqual([]);
		expect(await tasksByKey(sandbox)).toEqual(sent);
	},
	boundMs * 5,
);
