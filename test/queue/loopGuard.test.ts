import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { runWorkflow } from '../../tools/scripts/n8n/executions';
import { until } from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { contractWorkflow, plain, saveWorkflow, session, then } from '../n8n/stack';
import {
	deliverWhenBack,
	outputsOf,
	signed,
	startTrigger,
	storeSecret,
} from '../n8n/triggerWorkflow';
import { storeKey } from './approvals';
import { atWebhookProcess } from './queue';

/* Comments that workers post, and their deliveries to the processes that take webhooks. */

let n8n: N8n;
let sandbox: Sandbox;
let key: StoredCredential;
let secret: StoredCredential;
beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox({ rateLimit: 100_000 });
	key = await storeKey(n8n, sandbox);
	secret = await storeSecret(n8n, 'query');
});
afterAll(async () => await sandbox?.stop());

/** Posts a comment on a worker. */
const post = async (comment: string, additionalFields: INodeParameters): Promise<void> => {
	const taskId = { __rl: true, mode: 'id', value: '10001' };
	const parameters = { resource: 'task', operation: 'comment', taskId, comment, additionalFields };
	const nodes = [
		plain('Start', 'manualTrigger', 1, {}),
		contractWorkflow('Comment', parameters, key),
	];
	const id = await saveWorkflow(n8n, nodes, { Start: then('Comment') });
	expect((await runWorkflow(n8n, id, 'Start')).status).toBe('success');
};

const delivered = async (expected: number): Promise<void> =>
	await until(() => {
		const all = sandbox.deliveries();
		return all.length >= expected && all.every(({ status }) => status === 'delivered');
	});

it('a comment of a worker is ignored at each process by its marker, and not without', async () => {
	const published = await startTrigger(n8n, {}, [secret]);
	for (const url of [signed(published), atWebhookProcess(signed(published))]) {
		expect(await deliverWhenBack(url.replace(/\?.*/, ''), {})).toBe(401);
		sandbox.subscribe({ url });
	}
	await post('An answer of a worker', {});
	await delivered(2);
	await post('An answer without a marker', { addMarker: false });
	await delivered(4);
	const texts = (await outputsOf(n8n, published, 2)).map(
		({ body }) => (body as IDataObject).comment,
	);
	expect(texts).toEqual(['An answer without a marker', 'An answer without a marker']);
});
