import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { jsonOf, runWorkflow } from '../../scripts/n8n/executions';
import { executionsOf, publish, unpublish } from '../../scripts/n8n/publication';
import type { N8n } from '../../scripts/n8n/rest';
import { pollingTrigger } from './pollingWorkflow';
import { publishTrigger } from './published';
import { saveWorkflow, session } from './stack';

let n8n: N8n;
let sandbox: Sandbox;
let key: StoredCredential;

beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox();
	key = await upsertCredential(n8n, {
		name: 'Polling of changes',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
});
afterAll(async () => await sandbox?.stop());

const send = async <Answer>(method: 'POST' | 'PATCH', path: string, body: unknown) => {
	const headers = { 'X-API-Key': sandbox.apiKeys.main };
	const url = `${sandbox.baseUrl}${path}`;
	return (await axios.request<Answer>({ method, url, data: body, headers, proxy: false })).data;
};

const setAttribute = async (name: string, value: string) =>
	await send('PATCH', `/core/files/${sandbox.ids.fileId}/attributes`, {
		attributes: [{ name, data_type: 'text', value }],
	});

const initiate = async (): Promise<number> => {
	const variables = [{ variable_id: 'counterparty', type: 'text', value: 'Aldgate Logistics Ltd' }];
	const path = '/workflows/wf_mutual_nda/1/initiate';
	return (await send<{ task_id: number }>('POST', path, { variables })).task_id;
};

const listed = z.object({
	tasks: z.array(z.object({ task_id: z.number(), current_step_name: z.string().nullable() })),
});
const stepOf = async (id: number) => {
	const body = { include_inactive: true, limit: 200, last_created_at: '2026-01-01T00:00:00Z' };
	const { tasks } = listed.parse(await send('POST', '/tasks/list', body));
	return tasks.find(({ task_id }) => task_id === id)?.current_step_name;
};

const trigger = (parameters: INode['parameters']): INode => pollingTrigger(parameters, key);

/** Publishing polls at once. */
const pollAgain = async (id: string) => {
	await unpublish(n8n, id);
	await publish(n8n, id);
};

const changesOf = async (id: string, count: number) =>
	(await executionsOf(n8n, id, count)).flatMap((execution) =>
		jsonOf(execution, 'Trigger').map(({ task_id, document_id, changed }) => ({
			id: task_id ?? document_id,
			changed,
		})),
	);

it('a task: a change of what is chosen starts the workflow once, another one does not', async () => {
	const task = await initiate();
	const before = await stepOf(task);
	const id = await publishTrigger(
		n8n,
		trigger({ event: 'taskUpdated', watchedTaskFields: ['current_step_name'] }),
	);
	const other = await publishTrigger(
		n8n,
		trigger({ event: 'taskUpdated', watchedTaskFields: ['priority', 'variable:counterparty'] }),
	);
	await send('POST', `/tasks/${task}/approve`, { approved: true });
	await pollAgain(id);
	await pollAgain(other);
	const changed = { current_step_name: { before, after: await stepOf(task) } };
	expect(await changesOf(id, 1)).toEqual([{ id: task, changed }]);
	expect(await changesOf(other, 0)).toEqual([]);
	await pollAgain(id);
	expect(await changesOf(id, 1)).toHaveLength(1);
	for (const one of [id, other]) await unpublish(n8n, one);
});

it('a document: a change of what is chosen starts the workflow once, another one does not', async () => {
	for (const name of ['renewal_owner', 'reviewer']) await setAttribute(name, 'ada');
	const watchedDocumentFields = ['attribute:renewal_owner_text', 'document_title'];
	const id = await publishTrigger(
		n8n,
		trigger({ event: 'documentUpdated', watchedDocumentFields }),
	);
	await setAttribute('reviewer', 'bo');
	await pollAgain(id);
	expect(await changesOf(id, 0)).toEqual([]);
	await setAttribute('renewal_owner', 'bo');
	await pollAgain(id);
	expect(await changesOf(id, 1)).toEqual([
		{
			id: expect.any(Number),
			changed: { renewal_owner: { before: 'ada', after: 'bo' } },
		},
	]);
	await pollAgain(id);
	expect(await changesOf(id, 1)).toHaveLength(1);
	await unpublish(n8n, id);
});

it('a field that is gone cannot be published, and the reason is said', async () => {
	const watchedDocumentFields = ['field:999:Seat:text'];
	const id = await saveWorkflow(
		n8n,
		[trigger({ event: 'documentUpdated', watchedDocumentFields })],
		{},
	);
	await expect(publish(n8n, id)).rejects.toThrow(
		'contains "Seat", which the organization does not have',
	);
});

it.each([
	[
		'taskUpdated',
		{ watchedTaskFields: ['status', 'variable:counterparty'] },
		['status', 'counterparty'],
	],
	[
		'documentUpdated',
		{ watchedDocumentFields: ['field:104:Governing law:enum'] },
		['Governing law'],
	],
	['documentFieldBecomesClear', {}, ['unclear_fields']],
	['documentFieldBecomesUnclear', {}, ['unclear_fields']],
])('a test of %s shows what changed', async (event, more, names) => {
	const id = await saveWorkflow(n8n, [trigger({ event, ...more })], {});
	const [item] = jsonOf(await runWorkflow(n8n, id, 'Trigger'), 'Trigger');
	expect(Object.keys(item?.changed ?? {})).toEqual(names);
});
