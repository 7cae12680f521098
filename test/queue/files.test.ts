import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { askService } from '../../tools/scripts/demo/service';
import { itemsOf, jsonOf, runWorkflow } from '../../tools/scripts/n8n/executions';
import { contractWorkflow, plain, saveWorkflow, session, then } from '../n8n/stack';
import { makeTasks, storeKey } from './approvals';

const megabyte = 1024 * 1024;
const content = randomBytes(20 * megabyte);

const files = createServer((_request, response) => {
	response.setHeader('Content-Type', 'application/pdf');
	response.end(content);
});

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await createSandbox({ tasks: 0, documents: 0, rateLimit: 100_000 });
	await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
	files.close();
	await sandbox?.stop();
});

const step = z.object({
	task: z.object({
		current_step_id: z.string(),
		step_runs: z.array(z.object({ step_run_id: z.string(), step_id: z.string() })),
	}),
});

/** A task that waits for its signed document, and the run of that step. */
const taskToSign = async () => {
	const [id = 0] = await makeTasks(sandbox, 1);
	const access = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main };
	await askService(access, `/tasks/${id}/approve`, { approved: true });
	const { task } = step.parse(await askService(access, `/tasks/${id}`));
	const run = task.step_runs.find(({ step_id }) => step_id === task.current_step_id);
	return { id: String(id), stepRunId: run?.step_run_id ?? '' };
};

it("a file of 20 MB goes out of n8n's database and comes back into it, whichever worker runs", async () => {
	const n8n = session();
	const { id, stepRunId } = await taskToSign();
	const { port } = files.address() as AddressInfo;
	const key = await storeKey(n8n, sandbox);
	const taskId = { __rl: true, mode: 'id', value: id };
	const nodes = [
		plain('Start', 'manualTrigger', 1, {}),
		plain('Fetch', 'httpRequest', 4.2, {
			url: `http://127.0.0.1:${port}/signed.pdf`,
			options: { response: { response: { responseFormat: 'file' } } },
		}),
		contractWorkflow(
			'Out',
			{
				resource: 'task',
				operation: 'uploadSignedDocument',
				taskId,
				stepRunId: { __rl: true, mode: 'id', value: stepRunId },
				binaryPropertyName: 'data',
			},
			key,
		),
		contractWorkflow(
			'In',
			{ resource: 'task', operation: 'getSignedDocuments', taskId, download: true },
			key,
		),
		plain('Hash', 'crypto', 1, {
			action: 'hash',
			type: 'SHA256',
			binaryData: true,
			binaryPropertyName: 'data',
			dataPropertyName: 'sha256',
		}),
	];
	const connections = {
		Start: then('Fetch'),
		Fetch: then('Out'),
		Out: then('In'),
		In: then('Hash'),
	};
	const execution = await runWorkflow(n8n, await saveWorkflow(n8n, nodes, connections), 'Start');
	expect(execution.error).toBeUndefined();
	const stored = ['Fetch', 'In'].map((node) => itemsOf(execution, node)[0]?.binary?.data);
	for (const data of stored) {
		expect(data?.id).toMatch(/^database:/);
		expect(Number(data?.bytes)).toBe(content.length);
	}
	const [{ sha256 } = { sha256: '' }] = jsonOf(execution, 'Hash');
	expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
});
