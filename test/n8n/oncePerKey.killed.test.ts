import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { jsonOf, runWorkflow } from '../../scripts/n8n/executions';
import type { N8n } from '../../scripts/n8n/rest';
import { listTasks } from '../../scripts/service';
import { keyFor, keyedNode } from './keyedNode';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';

/** How often n8n is killed; 20 times take some minutes. */
const kills = Number(process.env.CONTRACT_WORKFLOW_KILLS ?? 5);
/** Items that are to be sent for each kill. */
const itemsPerKill = 50;
const parallel = 10;

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
}, 120_000);
afterAll(async () => {
	await host?.remove();
	await sandbox?.stop();
}, 60_000);

const rows = Array.from({ length: kills * itemsPerKill }, (_, index) => ({ deal: `d-${index}` }));

const initiate = (requestOptions: INodeParameters = {}): INodeParameters => ({
	resource: 'workflow',
	operation: 'initiate',
	workflowId: { __rl: true, mode: 'id', value: 'wf_mutual_nda' },
	version: { __rl: true, mode: 'id', value: '1' },
	specifyVariables: 'json',
	variablesJson: '={{ { counterparty: $json.deal } }}',
	oncePerKey: '={{ $json.deal }}',
	requestOptions: { maxParallel: parallel, ...requestOptions },
});

const variables = z.array(z.object({ variable_id: z.string(), value: z.unknown() }));

/** How many tasks there are for each key. */
const tasksByKey = async (): Promise<ReadonlyMap<string, number>> => {
	const access = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main };
	const { tasks } = await listTasks(access, { include_inactive: true });
	const counts = new Map<string, number>();
	for (const task of tasks) {
		const given = variables.parse(task.variables);
		const key = String(given.find(({ variable_id: id }) => id === 'counterparty')?.value);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
};

const launches = (): number =>
	sandbox.requests().filter(({ path }) => path.endsWith('/initiate')).length;

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

const states = (items: readonly IDataObject[], wanted: string): string[] =>
	items
		.map(({ not_sent_again: again }) => again as { key: string; state: string } | undefined)
		.flatMap((again) => (again?.state === wanted ? [again.key] : []));

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

		const tasks = await tasksByKey();
		const unknown = states(items, 'unknown');
		const lost = rows.map(({ deal }) => deal).filter((key) => !tasks.has(key));
		expect([...tasks.values()].filter((count) => count > 1)).toEqual([]);
		expect(unknown).toEqual(expect.arrayContaining(lost));
		// What was not begun is not unknown: only what was under way when n8n was killed can be.
		expect(unknown.length).toBeLessThanOrEqual(kills * parallel);
		expect(states(items, 'done').length).toBeGreaterThan(0);

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
		const counts = await tasksByKey();
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
	const change = async (workflowId: string, value: string) =>
		await host.sql(`UPDATE processed_data SET value = ${value} WHERE workflowId = '${workflowId}'`);
	/** Entries of other keys, behind those that n8n has. */
	const others = (count: number): string => {
		const entries = Array.from({ length: count }, (_, index) => `,"x${index}"`).join('');
		return `replace(value, ']}', '${entries}]}')`;
	};

	it('is told when there is little room left', async () => {
		const { id, run } = await launching();
		await run(deals('room', 1), initiate());
		await change(id, others(8_000));
		const { runData } = await run(deals('more', 1), initiate());
		const hints = (runData.Write?.at(-1)?.hints ?? []).map(({ message }) => message);
		expect(hints.join(' ')).toContain('This node remembers 8002 of at most 10000 entries');
	});

	it('is no more than 10,000 entries: of the oldest it is sent again', async () => {
		const { id, run } = await launching();
		await run(deals('old', 1), initiate());
		await change(id, others(9_999));
		await run(deals('old', 1), initiate());
		expect(launches()).toBe(1);
		await run(deals('new', 1), initiate());
		await run(deals('old', 1), initiate());
		expect(launches()).toBe(3);
	});

	it('is written once more at the end of a run, should another process write over it', async () => {
		const { id, ...node } = await launching();
		const rowsOfRun = deals('over', 30);
		await node.change(rowsOfRun, initiate({ maxParallel: 1 }));
		const running = runWorkflow(n8n, id, 'Start');
		while (launches() < 5) await pause(5);
		await change(id, `'{"mode":"entries","data":[]}'`);
		await running;
		expect(launches()).toBe(30);
		const again = await runWorkflow(n8n, id, 'Start');
		expect(states(jsonOf(again, 'Write'), 'done')).toHaveLength(30);
		expect(launches()).toBe(30);
	});
});
