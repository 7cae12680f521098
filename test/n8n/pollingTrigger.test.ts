import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../scripts/n8n/executions';
import { executionsOf, publish, unpublish } from '../../scripts/n8n/publication';
import type { N8n } from '../../scripts/n8n/rest';
import { nodeOf, packageType, publishTrigger } from './published';
import { saveWorkflow, session, stackAddresses } from './stack';

const { baseUrl, apiKey } = stackAddresses();

let n8n: N8n;
let key: StoredCredential;

beforeAll(async () => {
	n8n = session();
	key = await upsertCredential(n8n, {
		name: 'Polling',
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey },
	});
});

const trigger = (parameters: INode['parameters'], credential = key): INode =>
	nodeOf(
		'Trigger',
		packageType('contractWorkflowPollingTrigger'),
		{ pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
		[credential],
	);

const initiate = async (): Promise<number> => {
	const { data } = await axios.post<{ task_id: number }>(
		`${baseUrl}/workflows/wf_mutual_nda/1/initiate`,
		{ variables: [{ variable_id: 'counterparty', type: 'text', value: 'Aldgate Logistics Ltd' }] },
		{ headers: { 'X-API-Key': apiKey }, proxy: false },
	);
	return data.task_id;
};

const stored = z.object({
	staticData: z.record(
		z.object({
			poll: z.object({ watch: z.string(), seen: z.array(z.tuple([z.string(), z.string()])) }),
		}),
	),
});

it('is published without a run, remembers where it stands, and goes on from there', async () => {
	const id = await publishTrigger(n8n, trigger({ event: 'taskCreated' }));
	const { staticData } = await n8n.request('GET', `/workflows/${id}`, stored);
	expect(staticData['node:Trigger']?.poll.watch).toBe('taskCreated');
	await unpublish(n8n, id);
	const tasks = [await initiate(), await initiate()];
	// Publishing polls at once.
	await publish(n8n, id);
	const [execution, ...more] = await executionsOf(n8n, id, 1);
	expect(more).toEqual([]);
	expect(execution && jsonOf(execution, 'Trigger').map(({ task_id }) => task_id)).toEqual(tasks);
	await unpublish(n8n, id);
	await publish(n8n, id);
	expect(await executionsOf(n8n, id, 1)).toHaveLength(1);
	await unpublish(n8n, id);
});

it('polls every minute while it is published, and gives what is new once', async () => {
	const id = await publishTrigger(n8n, trigger({ event: 'taskCreated' }));
	const created: number[] = [];
	for (const news of [1, 2]) {
		for (let count = 0; count < news; count++) created.push(await initiate());
		const deadline = Date.now() + 75_000;
		let given: unknown[] = [];
		while (given.length < created.length && Date.now() < deadline) {
			const executions = await executionsOf(n8n, id, 0);
			given = executions.flatMap((execution) =>
				jsonOf(execution, 'Trigger').map(({ task_id: task }) => task),
			);
			await pause(500);
		}
		expect(given).toEqual(created);
		expect(await executionsOf(n8n, id, 0)).toHaveLength(news);
		const { staticData } = await n8n.request('GET', `/workflows/${id}`, stored);
		const seen = staticData['node:Trigger']?.poll.seen.map(([task]) => task);
		expect(seen).toEqual(expect.arrayContaining(created.map(String)));
	}
	await unpublish(n8n, id);
}, 180_000);

it('gives what is there when it is published with the backlog', async () => {
	const options = { backlog: true };
	const id = await publishTrigger(n8n, trigger({ event: 'documentCreated', options }));
	const [execution] = await executionsOf(n8n, id, 1);
	expect(execution && jsonOf(execution, 'Trigger').length).toBeGreaterThan(200);
	await unpublish(n8n, id);
});

it.each([
	['taskCreated', {}, 'task_id'],
	['taskUpdated', {}, 'task_id'],
	['taskStatusIs', { status: 'completed' }, 'task_id'],
	['taskWaitsForApproval', {}, 'task_id'],
	['documentCreated', {}, 'document_id'],
	['documentUpdated', {}, 'document_id'],
	['clickwrapVersionPublished', { slug: 'terms-of-service' }, 'version'],
])('a test of %s shows one item at once', async (event, more, field) => {
	const id = await saveWorkflow(n8n, [trigger({ event, ...more })], {});
	const execution = await runWorkflow(n8n, id, 'Trigger');
	expect(execution.error).toBeUndefined();
	const [item, ...others] = jsonOf(execution, 'Trigger');
	expect(others).toEqual([]);
	expect(item?.[field]).toEqual(expect.any(Number));
});

it('cannot be published with a key that is wrong, and says so', async () => {
	const wrong = await upsertCredential(n8n, {
		name: 'Polling, wrong key',
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey: 'wrong_c2VjcmV0' },
	});
	const id = await saveWorkflow(n8n, [trigger({ event: 'taskCreated' }, wrong)], {});
	await expect(publish(n8n, id)).rejects.toThrow('The service did not accept the credential');
});
