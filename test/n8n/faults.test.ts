import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { itemsOf, readExecution, runWorkflow, startRun } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { resume } from '../../tools/scripts/n8n/rest';
import { faultServers, json } from '../faults/faultServer';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

let n8n: N8n;
beforeAll(() => {
	n8n = session();
});

const key = 'sandbox_c2VjcmV0LW9mLXRoZS10ZXN0';

const credentialAt = async (at: N8n, name: string, baseUrl: string, apiKey = key) =>
	await upsertCredential(at, { name, type: 'contractWorkflowApi', data: { baseUrl, apiKey } });

/** A workflow that hands these rows, one item each, to a node of the package. */
const workflowOver = async (at: N8n, rows: readonly object[], node: INode): Promise<string> =>
	await saveWorkflow(
		at,
		[
			plain('Start', 'manualTrigger', 1, {}),
			plain('Rows', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows }) }),
			plain('Split', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
			node,
		],
		{ Start: then('Rows'), Rows: then('Split'), Split: then(node.name) },
	);

const numbered = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const comment = {
	resource: 'task',
	operation: 'comment',
	taskId: byId,
	comment: '=Comment {{ $json.id }}',
};
const approve = { resource: 'task', operation: 'approve', taskId: byId, decideIf: 'always' };

/** Waits until a condition holds. */
const until = async (holds: () => boolean, boundMs = 120_000): Promise<void> => {
	const deadline = Date.now() + boundMs;
	while (!holds()) {
		if (Date.now() > deadline) throw new Error('It did not come to hold in time');
		await pause(20);
	}
};

describe('Retry On Fail', () => {
	it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
		'posts no comment twice when an answer is lost: %s',
		async (onError) => {
			const taken: number[] = [];
			const server = await serve((_index, request) => ({
				atBody(response) {
					const id = Number(request?.line.split('/')[2]);
					taken.push(id);
					const isLost = id === 1 && taken.filter((task) => task === 1).length === 1;
					if (isLost) response.socket?.resetAndDestroy();
					else json(200, { success: true, activity_log_id: id, message: 'Posted' })(response);
				},
			}));
			const credential = await credentialAt(n8n, 'Retry', server.url);
			const id = await workflowOver(n8n, numbered(60), {
				...contractWorkflow('Comment', comment, credential),
				onError,
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 1,
			});
			const execution = await runWorkflow(n8n, id, 'Start');
			expect({ sent: taken.length, tasks: new Set(taken).size }).toEqual({
				sent: new Set(taken).size,
				tasks: new Set(taken).size,
			});
			expect(taken.filter((task) => task === 1)).toHaveLength(1);
			if (onError === 'stopWorkflow') {
				expect(execution.status).toBe('error');
				expect(execution.error?.description).toContain('Task 1 [item 0]: Outcome unknown.');
				return;
			}
			expect(taken).toHaveLength(60);
			const items = itemsOf(execution, 'Comment');
			expect(items).toHaveLength(60);
			expect(items[0]?.json.error).toMatchObject({ outcome: 'unknown' });
			expect(items.slice(1).every(({ json: row }) => row.success === true)).toBe(true);
		},
	);
});

it('sends nothing later than a second after a stop', async () => {
	const server = await serve((_index, request) => ({
		atBody(response) {
			const task_id = Number(request?.line.split('/')[2]);
			const answer = { task_id, status: 'in_progress', approved: true, message: 'Approved' };
			setTimeout(() => json(200, answer)(response), 400);
		},
	}));
	const credential = await credentialAt(n8n, 'Stop', server.url);
	const id = await workflowOver(
		n8n,
		numbered(1_000),
		contractWorkflow('Approve', approve, credential),
	);
	const executionId = await startRun(n8n, id, 'Start');
	await until(() => server.requests.length > 0);
	await pause(4_000);
	await n8n.request('POST', `/executions/${executionId}/stop`, z.unknown(), {});
	const stopped = Date.now();
	// Longer than any wait of the node that a stop could cut short here.
	await pause(5_000);
	expect(server.requests.filter(({ at }) => at > stopped + 1_000)).toEqual([]);
	expect(server.requests.length).toBeLessThan(1_000);
	expect((await readExecution(n8n, executionId)).status).toBe('canceled');
});

const announced = z.object({ url: z.string(), cookie: z.string(), pid: z.number() });

describe('a run whose n8n is killed', () => {
	let folder: string | undefined;
	let sandbox: Sandbox | undefined;
	const children: ChildProcess[] = [];
	afterEach(async () => {
		for (const child of children.splice(0)) {
			if (child.exitCode !== null || child.signalCode !== null) continue;
			child.kill('SIGTERM');
			await once(child, 'exit');
		}
		await sandbox?.stop();
		if (folder) await rm(folder, { recursive: true, force: true });
	});

	const startOwn = async (at: string) => {
		const project = path.join(__dirname, '..', '..');
		const child = spawn(
			process.execPath,
			['--import', 'tsx', path.join(project, 'test', 'faults', 'ownN8n.ts'), at],
			{ cwd: project, stdio: ['ignore', 'pipe', 'inherit'] },
		);
		children.push(child);
		if (!child.stdout) throw new Error('The n8n of this test has no output');
		const lines = createInterface({ input: child.stdout });
		const [line] = (await once(lines, 'line')) as [string];
		const { url, cookie, pid } = announced.parse(JSON.parse(line));
		return { own: resume(url, cookie), pid, ended: once(child, 'exit') };
	};

	const decided = () =>
		(sandbox?.requests() ?? [])
			.filter(({ status, path: at }) => status === 200 && at.endsWith('/approve'))
			.map(({ path: at }) => Number(at.split('/')[2]));

	it('can be run again with the guard, and nothing is decided twice', async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-killed-'));
		const service = await createSandbox({
			tasks: 800,
			rateLimit: 100_000,
			latencyMs: 150,
		});
		sandbox = service;
		const first = await startOwn(folder);
		const { baseUrl, apiKeys } = service;
		const credential: StoredCredential = await credentialAt(
			first.own,
			'Killed',
			baseUrl,
			apiKeys.main,
		);
		const rows = await waitingTasks(service);
		expect(rows.length).toBeGreaterThan(50);
		const guarded = contractWorkflow('Approve', { ...approve, ...guard }, credential);
		const id = await workflowOver(first.own, rows, guarded);
		await startRun(first.own, id, 'Start');
		await until(() => decided().length >= 20);
		process.kill(first.pid, 'SIGKILL');
		await first.ended;
		expect(decided().length).toBeLessThan(rows.length);

		const second = await startOwn(folder);
		const execution = await runWorkflow(second.own, id, 'Start');
		expect(execution.status).toBe('success');
		const ids = decided();
		expect({ decisions: ids.length, tasks: new Set(ids).size }).toEqual({
			decisions: rows.length,
			tasks: rows.length,
		});
		const items = itemsOf(execution, 'Approve');
		expect(items).toHaveLength(rows.length);
		const skipped = items.filter(({ json: row }) => row.approved !== true);
		expect(skipped.length).toBeGreaterThanOrEqual(20);
		for (const { json: row } of skipped) expect(JSON.stringify(row)).toMatch(/skip|already|step/i);
	});
});

/** What is waiting for a decision, with its step as at review. */
const waitingTasks = async ({ baseUrl, apiKeys }: Sandbox) => {
	const response = await fetch(`${baseUrl}/tasks/list`, {
		method: 'POST',
		headers: { 'x-api-key': apiKeys.main, 'content-type': 'application/json' },
		body: JSON.stringify({ limit: 200, status: 'pending' }),
	});
	const { tasks } = listed.parse(await response.json());
	return tasks
		.filter(({ current_step_type }) => current_step_type === 'approval')
		.map(({ task_id, current_step_id }) => ({ id: task_id, step: current_step_id }));
};
const listed = z.object({
	tasks: z.array(
		z.object({
			task_id: z.number(),
			current_step_id: z.string().nullable(),
			current_step_type: z.string().nullable(),
		}),
	),
});

/** Only at the step that was reviewed; what has been decided since is skipped. */
const guard: INode['parameters'] = {
	decideIf: 'atStep',
	step: { __rl: true, mode: 'id', value: '={{ $json.step }}' },
	ifMoved: 'skip',
};
