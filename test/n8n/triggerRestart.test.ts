import { afterAll, beforeAll, expect, it } from '@jest/globals';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { until } from '../../tools/scripts/n8n/pages/questions';
import { unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { OwnN8n } from './ownN8n';
import { ownN8n } from './ownN8n';
import { nodeOf, packageType, publishTrigger } from './published';
import { outputsOf } from './triggerWorkflow';

/* What the polling trigger knows after n8n ends. A start polls at once. */

let host: OwnN8n;
let sandbox: Sandbox;
let n8n: N8n;
let key: StoredCredential;

beforeAll(async () => {
	host = await ownN8n();
	sandbox = await createSandbox();
	n8n = await host.start();
	key = await upsertCredential(n8n, {
		name: 'Key',
		type: 'contractWorkflowApi',
		data: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main },
	});
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

const startPolling = async (event: string, item: INodeParameters[]): Promise<string> => {
	const pollTimes = { item };
	const type = packageType('contractWorkflowPollingTrigger');
	return await publishTrigger(n8n, nodeOf('Trigger', type, { event, pollTimes }, [key]));
};

const tasksOf = async (id: string, expected: number): Promise<unknown[]> =>
	(await outputsOf(n8n, { id }, expected)).map(({ task_id: task }) => task);

it('after a restart it knows what it has seen', async () => {
	const rarely = [{ mode: 'everyX', unit: 'hours', value: 12 }];
	const created = await startPolling('taskCreated', rarely);
	const documents = await startPolling('documentCreated', rarely);
	await host.stop();
	const task = await initiate();
	n8n = await host.start();
	expect(await tasksOf(created, 1)).toEqual([task]);
	expect(await outputsOf(n8n, { id: documents }, 0)).toEqual([]);
	await unpublish(n8n, created);
	await unpublish(n8n, documents);
});

it('a kill after a poll, before n8n has stored it, loses nothing', async () => {
	// n8n refuses one that is more often than once a minute.
	const times = Array.from({ length: 30 }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${2 * index} * * * * *`,
	}));
	const created = await startPolling('taskCreated', times);
	const known = await initiate();
	expect(await tasksOf(created, 1)).toEqual([known]);
	for (const [name, event] of [
		['runs', 'INSERT ON execution_entity'],
		['states', 'UPDATE OF staticData ON workflow_entity'],
	]) {
		await host.sql(`CREATE TRIGGER ${name} BEFORE ${event} BEGIN SELECT RAISE(ABORT, 'Full'); END`);
	}
	const task = await initiate();
	sandbox.clearRequests();
	// The first of them has ended when the second begins.
	await until(() => sandbox.requests().length >= 2);
	await host.kill();
	await host.sql('DROP TRIGGER runs; DROP TRIGGER states');
	n8n = await host.start();
	expect(await tasksOf(created, 2)).toEqual([known, task]);
});
