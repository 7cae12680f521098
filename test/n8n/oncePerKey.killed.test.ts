import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { Execution } from '../../tools/scripts/n8n/executions';
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
		latencyMs: 10,
		latencySpreadMs: 60,
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
		const { id, ...first } = await keyedNode(n8n, credential);
		await first.change(rows, initiate());
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

		const { change } = await keyedNode(n8n, credential, id);
		await change(
			lost.map((deal) => ({ deal })),
			initiate({ releaseKeys: true }),
		);
		if (lost.length > 0) {
			const released = await runWorkflow(n8n, id, 'Start');
			expect(jsonOf(released, 'Write')).toEqual(
				lost.map((key) => ({ released_key: { key, state: 'unknown' } })),
			);
		}
		await change(rows, initiate());
		expect((await runWorkflow(n8n, id, 'Start')).status).toBe('success');
		const counts = await tasksByKey(sandbox);
		expect(counts.size).toBe(rows.length);
		expect([...counts.values()].filter((count) => count !== 1)).toEqual([]);
		process.stdout.write(
			`${rows.length} launches, ${kills} kills: ${unknown.length} keys unknown at the end, ${lost.length} of them without a task\n`,
		);
	},
	120_000 + kills * 60_000,
);

describe('what n8n holds of the keys of a node', () => {
	const deals = (name: string, count: number) =>
		Array.from({ length: count }, (_, index) => ({ deal: `${name}-${index}` }));
	const launching = async () => {
		sandbox.clearRequests();
		return await keyedNode(n8n, await keyFor(n8n, sandbox.baseUrl, sandbox.apiKeys.main));
	};
	const hintsOf = ({ runData }: Execution): string =>
		(runData.Write?.at(-1)?.hints ?? []).map(({ message }) => message).join(' ');

	it('says how much room is left when there is little', async () => {
		const { id, run } = await launching();
		await run(deals('room', 1), initiate());
		await host.sql(addOtherKeys(id, 16_000));
		const execution = await run(deals('more', 1), initiate());
		expect(hintsOf(execution)).toContain('has room for about 3998 more keys');
	});

	it('is not changed by asking, and takes no key that it has no room for', async () => {
		const { id, run } = await launching();
		const old = deals('old', 60);
		await run(old, initiate());
		await host.sql(addOtherKeys(id, 19_940 - 3));
		for (let round = 0; round < 3; round += 1) {
			const asked = await run(old, initiate());
			expect(keysThatAre('done', jsonOf(asked, 'Write'))).toHaveLength(60);
		}
		expect(launches()).toBe(60);

		const full = await run(deals('new', 3), initiate(), { onError: 'continueErrorOutput' });
		expect(jsonOf(full, 'Write')).toHaveLength(1);
		const error = {
			outcome: 'failed',
			message: expect.stringMatching(/^This node has no room for the key "new-\d"/),
			description: expect.stringContaining('Release Keys'),
		};
		expect(jsonOf(full, 'Write', 1)).toMatchObject([{ error }, { error }]);
		expect(launches()).toBe(61);

		await run(old.slice(0, 4), initiate({ releaseKeys: true }));
		const released = await run([...old.slice(4), ...deals('new', 3)], initiate());
		expect(released.status).toBe('success');
		expect(launches()).toBe(63);
	});

	it('is written once more at the end of a run, should another process write over it', async () => {
		const { id, ...node } = await launching();
		const rowsOfRun = deals('over', 30);
		await node.change(rowsOfRun, initiate({}, 1));
		const running = runWorkflow(n8n, id, 'Start');
		while (launches() < 5) await pause(5);
		await host.sql(
			`UPDATE processed_data SET value = '{"mode":"entries","data":[]}' WHERE workflowId = '${id}'`,
		);
		await running;
		expect(launches()).toBe(30);
		const again = await runWorkflow(n8n, id, 'Start');
		expect(keysThatAre('done', jsonOf(again, 'Write'))).toHaveLength(30);
		expect(launches()).toBe(30);
	});
});
