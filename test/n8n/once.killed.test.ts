import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import {
	addOtherKeys,
	initiate,
	keysThatAre,
	launchesOf,
	parallel,
	tasksByKey,
} from './keyedLaunches';
import { keyFor, keyedNode } from './keyedNode';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';

/** How often n8n is killed. */
const kills = 3;
/** Items that are to be sent for each kill. */
const itemsPerKill = 50;

let host: OwnN8n;
let n8n: N8n;
let sandbox: Sandbox;
beforeAll(async () => {
	host = await ownN8n();
	sandbox = await createSandbox({
		rateLimit: 1_000_000,
		latencyMs: 40,
		tasks: 0,
	});
	n8n = await host.start();
});
afterAll(async () => {
	await host?.remove();
	await sandbox?.stop();
});

const rows = Array.from({ length: kills * itemsPerKill }, (_, index) => ({ deal: `d-${index}` }));

const launches = (): number => launchesOf(sandbox);

/** Starts the workflow, and kills n8n after a random number of further launches. */
const runAndKill = async (workflowId: string): Promise<void> => {
	sandbox.clearRequests();
	let isOver = false;
	const running = runWorkflow(n8n, workflowId, 'Start').then(
		() => {
			isOver = true;
		},
		// n8n no longer answers.
		() => undefined,
	);
	const wanted = randomInt(itemsPerKill / 2, itemsPerKill * 1.2);
	while (!isOver && launches() < wanted) await pause(5);
	await pause(randomInt(0, 60));
	await host.kill();
	await running;
};

it(
	`${rows.length} launches, n8n killed ${kills} times at random and run again each time`,
	async () => {
		const credential = await keyFor(n8n, sandbox.baseUrl, sandbox.apiKeys.main);
		const { id, change } = await keyedNode(n8n, credential);
		await change(rows, initiate);
		for (let kill = 0; kill < kills; kill++) {
			await runAndKill(id);
			n8n = await host.start();
		}
		const last = await runWorkflow(n8n, id, 'Start');
		expect(last.status).toBe('success');
		const items = jsonOf(last, 'Write');
		expect(items).toHaveLength(rows.length);

		const tasks = await tasksByKey(sandbox);
		const unknown = keysThatAre('unknown', items);
		const lost = rows.map(({ deal }) => deal).filter((key) => !tasks.has(key));
		expect([...tasks.values()].filter((count) => count > 1)).toEqual([]);
		expect(unknown).toEqual(expect.arrayContaining(lost));
		// What was not begun is not unknown: only what was under way when n8n was killed can be.
		expect(unknown.length).toBeLessThanOrEqual(kills * parallel);
		expect(keysThatAre('done', items).length).toBeGreaterThan(0);

		process.stdout.write(
			`${rows.length} launches, ${kills} kills: ${unknown.length} keys unknown at the end, ${lost.length} of them without a task\n`,
		);
	},
	120_000 + kills * 60_000,
);

it('150 of 10,001 keys, and two later runs of them: none is sent twice', async () => {
	const deals = Array.from({ length: 150 }, (_, index) => ({ deal: `many-${index}` }));
	const credential = await keyFor(n8n, sandbox.baseUrl, sandbox.apiKeys.main);
	const { id, run } = await keyedNode(n8n, credential);
	expect((await run(deals, initiate)).error).toBeUndefined();
	await host.sql(addOtherKeys(id, 10_001 - deals.length));
	sandbox.clearRequests();
	for (const number of [2, 3]) {
		const again = await run(deals, initiate);
		process.stdout.write(`10,001 keys, 150 of them in run ${number}: ${again.seconds} s\n`);
		expect(keysThatAre('done', jsonOf(again, 'Write'))).toHaveLength(deals.length);
		const hints = again.runData.Write?.at(-1)?.hints ?? [];
		expect(hints.map(({ message }) => message).join()).toContain('has stored 10001 keys');
	}
	expect(launches()).toBe(0);
}, 240_000);
