import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axios from 'axios';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { jsonOf } from '../../tools/scripts/n8n/executions';
import { executionsOf } from '../../tools/scripts/n8n/publication';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { nodeOf, packageType, publishTrigger } from './published';

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

it('after a restart of n8n the polling trigger knows what it has seen', async () => {
	let n8n = await host.start();
	const key = await upsertCredential(n8n, {
		name: 'Key',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
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

	await host.stop();
	const task = await initiate();
	n8n = await host.start();

	// A start polls at once.
	const [execution, ...more] = await executionsOf(n8n, created, 1);
	expect(more).toEqual([]);
	expect(execution && jsonOf(execution, 'Trigger').map(({ task_id: id }) => id)).toEqual([task]);
	expect(await executionsOf(n8n, documents, 0)).toEqual([]);
});
