import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { until } from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { contractWorkflow, session } from './stack';
import { outputsOf, signed, startTrigger, storeSecret } from './triggerWorkflow';

/* A workflow "Contract Workflow Trigger → Comment" that receives each comment, its own ones too. */

let n8n: N8n;
let sandbox: Sandbox;
let key: StoredCredential;
let secret: StoredCredential;
beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox();
	const data = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main };
	key = await upsertCredential(n8n, { name: 'Loop', type: 'contractWorkflowApi', data });
	secret = await storeSecret(n8n, 'query');
});
afterAll(async () => await sandbox?.stop());

const postAsPerson = async (comment: string): Promise<void> => {
	const response = await fetch(`${sandbox.baseUrl}/tasks/10001/comment`, {
		method: 'POST',
		headers: { 'X-API-Key': sandbox.apiKeys.main, 'Content-Type': 'application/json' },
		body: JSON.stringify({ comment }),
	});
	expect(response.status).toBe(200);
};

/** Waits until as many comments were delivered, and no delivery is under way. */
const delivered = async (expected: number): Promise<void> =>
	await until(() => {
		const all = sandbox.deliveries();
		return all.length >= expected && all.every(({ status }) => status === 'delivered');
	});

const comments = (): unknown[] =>
	sandbox
		.requests()
		.filter(({ path }) => path.endsWith('/comment'))
		.map(({ body }) => (body as IDataObject).comment);

it('a person has one reply, and the reply starts nothing, also without the marker', async () => {
	const reply = contractWorkflow(
		'Reply',
		{
			resource: 'task',
			operation: 'comment',
			taskId: { __rl: true, mode: 'id', value: '10001' },
			comment: 'We have received your comment.',
			additionalFields: { addMarker: false },
		},
		key,
	);
	const published = await startTrigger(n8n, {}, [secret], reply);
	sandbox.subscribe({ url: signed(published) });
	for (const [index, text] of ['Who decides?', 'And who signs?'].entries()) {
		await postAsPerson(text);
		// n8n answers a delivery before it runs the workflow, which posts the reply.
		await delivered(2 * index + 2);
	}
	const answer = 'We have received your comment.';
	expect(comments()).toEqual(['Who decides?', answer, 'And who signs?', answer]);
	expect(await outputsOf(n8n, published, 2)).toHaveLength(2);
});
