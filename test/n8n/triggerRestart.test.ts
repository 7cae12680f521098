import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { jsonOf } from '../../scripts/n8n/executions';
import { executionsOf } from '../../scripts/n8n/publication';
import type { N8n } from '../../scripts/n8n/rest';
import { resume } from '../../scripts/n8n/rest';
import { nodeOf, packageType, publishTrigger } from './published';
import { deliver, outputsOf, path, signed, startTrigger, storeSecret } from './triggerWorkflow';

let folder: string;
let sandbox: Sandbox;
let host: ChildProcess | undefined;

const address = z.object({ url: z.string(), cookie: z.string() });

/** Starts an n8n on the data of this test, and logs in. */
const start = async (): Promise<N8n> => {
	const script = join(__dirname, 'triggerHost.ts');
	const child = spawn(process.execPath, ['--import', 'tsx', script, folder], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	host = child;
	for await (const line of createInterface({ input: child.stdout })) {
		const { url, cookie } = address.parse(JSON.parse(line));
		return resume(url, cookie);
	}
	throw new Error('n8n ended before it was ready');
};

const stop = async (): Promise<void> => {
	if (!host || host.exitCode !== null) return;
	const ended = once(host, 'exit');
	host.kill('SIGTERM');
	await ended;
};

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'contract-workflow-restart-'));
	sandbox = await createSandbox();
});
afterAll(async () => {
	await stop();
	await sandbox?.stop();
	await rm(folder, { recursive: true, force: true });
});

const initiate = async (): Promise<number> => {
	const variables = [{ variable_id: 'counterparty', type: 'text', value: 'Aldgate Logistics Ltd' }];
	const { data } = await axios.post<{ task_id: number }>(
		`${sandbox.baseUrl}/workflows/wf_mutual_nda/1/initiate`,
		{ variables },
		{ headers: { 'X-API-Key': sandbox.apiKeys.main }, proxy: false },
	);
	return data.task_id;
};

/** After a start n8n answers with 404 until its webhooks are back. */
const deliverWhenBack = async (url: string, body: unknown): Promise<number> => {
	const deadline = Date.now() + 30_000;
	for (;;) {
		const { status } = await deliver(url, body);
		if (status !== 404 || Date.now() > deadline) return status;
		await pause(100);
	}
};

it('after a restart of n8n both triggers know what they have seen', async () => {
	let n8n = await start();
	const key = await upsertCredential(n8n, {
		name: 'Key',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
	const parameters = { ignoreRepeats: true, deliveryIdPath: path('body.id') };
	const commented = await startTrigger(n8n, parameters, [await storeSecret(n8n, 'query')]);
	const polling = async (event: string) =>
		await publishTrigger(
			n8n,
			nodeOf(
				'Trigger',
				packageType('contractWorkflowPollingTrigger'),
				{ event, pollTimes: { item: [{ mode: 'everyX', unit: 'hours', value: 12 }] } },
				[key],
			),
		);
	const created = await polling('taskCreated');
	const documents = await polling('documentCreated');
	for (const id of ['one', 'two', 'two']) {
		expect((await deliver(signed(commented), { id })).status).toBe(200);
	}
	expect(await outputsOf(n8n, commented, 2)).toHaveLength(2);

	await stop();
	const task = await initiate();
	n8n = await start();

	const url = signed({ url: commented.url.replace(/^http:\/\/[^/]+/, n8n.url) });
	for (const id of ['two', 'one', 'three']) expect(await deliverWhenBack(url, { id })).toBe(200);
	const ids = (await outputsOf(n8n, commented, 3)).map(({ body }) => (body as IDataObject).id);
	expect(ids).toEqual(['one', 'two', 'three']);

	// A start polls at once.
	const [execution, ...more] = await executionsOf(n8n, created, 1);
	expect(more).toEqual([]);
	expect(execution && jsonOf(execution, 'Trigger').map(({ task_id: id }) => id)).toEqual([task]);
	expect(await executionsOf(n8n, documents, 0)).toEqual([]);
}, 400_000);
