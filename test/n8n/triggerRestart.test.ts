import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf } from '../../tools/scripts/n8n/executions';
import { executionsOf } from '../../tools/scripts/n8n/publication';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { nodeOf, packageType, publishTrigger } from './published';
import {
	deliver,
	deliverWhenBack,
	outputsOf,
	path,
	signed,
	startTrigger,
	storeSecret,
} from './triggerWorkflow';

let host: OwnN8n;
let sandbox: Sandbox;

beforeAll(async () => {
	host = await ownN8n();
	sandbox = await createSandbox();
});
afterAll(async () => {
	await host?.remove();
	await sandbox?.stop();
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

it('after a restart of n8n both triggers know what they have seen', async () => {
	let n8n = await host.start();
	const key = await upsertCredential(n8n, {
		name: 'Key',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
	const parameters = { options: { deliveryIdPath: path('body.id') } };
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

	await host.stop();
	const task = await initiate();
	n8n = await host.start();

	const url = signed(commented);
	for (const id of ['two', 'one', 'three']) expect(await deliverWhenBack(url, { id })).toBe(200);
	const ids = (await outputsOf(n8n, commented, 3)).map(({ body }) => (body as IDataObject).id);
	expect(ids).toEqual(['one', 'two', 'three']);

	// A start polls at once.
	const [execution, ...more] = await executionsOf(n8n, created, 1);
	expect(more).toEqual([]);
	expect(execution && jsonOf(execution, 'Trigger').map(({ task_id: id }) => id)).toEqual([task]);
	expect(await executionsOf(n8n, documents, 0)).toEqual([]);
});
