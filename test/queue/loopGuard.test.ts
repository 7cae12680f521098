import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import { runWorkflow } from '../../scripts/n8n/executions';
import { until } from '../../scripts/n8n/pages/questions';
import type { N8n } from '../../scripts/n8n/rest';
import { contractWorkflow, plain, saveWorkflow, session, then } from '../n8n/stack';
import type { Published } from '../n8n/triggerWorkflow';
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

const commentIn = (body: unknown): unknown => (body as { readonly comment?: unknown })?.comment;

const commentNode = (comment: string, additionalFields: INodeParameters): INode =>
	contractWorkflow(
		'Comment',
		{
			resource: 'task',
			operation: 'comment',
			taskId: { __rl: true, mode: 'id', value: '10001' },
			comment,
			additionalFields,
		},
		key,
	);

const postAsPerson = async (comment: string): Promise<void> => {
	const response = await fetch(`${sandbox.baseUrl}/tasks/10001/comment`, {
		method: 'POST',
		headers: { 'X-API-Key': sandbox.apiKeys.main, 'Content-Type': 'application/json' },
		body: JSON.stringify({ comment }),
	});
	expect(response.status).toBe(200);
};

/** Posts a comment on a worker. */
const post = async (comment: string, additionalFields: INodeParameters): Promise<void> => {
	const node = commentNode(comment, additionalFields);
	const nodes = [plain('Start', 'manualTrigger', 1, {}), node];
	const id = await saveWorkflow(n8n, nodes, { Start: then('Comment') });
	expect((await runWorkflow(n8n, id, 'Start')).status).toBe('success');
};

/** Publishes a trigger to which the sandbox delivers at both processes. */
const subscribed = async (parameters: INodeParameters, ...after: INode[]): Promise<Published> => {
	const published = await startTrigger(n8n, parameters, [secret], ...after);
	for (const url of [signed(published), atWebhookProcess(signed(published))]) {
		expect(await deliverWhenBack(url.replace(/\?.*/, ''), {})).toBe(401);
		sandbox.subscribe({ url });
	}
	return published;
};

const delivered = async (expected: number): Promise<void> =>
	await until(() => {
		const all = sandbox.deliveries();
		return all.length >= expected && all.every(({ status }) => status === 'delivered');
	});

it('a comment of a worker is ignored at each process by its marker, and not without', async () => {
	const published = await subscribed({});
	await post('An answer of a worker', {});
	await delivered(2);
	await post('An answer without a marker', { addMarker: false });
	await delivered(4);
	const texts = (await outputsOf(n8n, published, 2)).map(({ body }) => commentIn(body));
	expect(texts).toEqual(['An answer without a marker', 'An answer without a marker']);
});

it('one comment of a person has one reply of a worker, and the reply starts nothing', async () => {
	for (const { subscription_id: id } of sandbox.subscriptions()) sandbox.unsubscribe(id);
	const before = sandbox.deliveries().length;
	sandbox.clearRequests();
	const published = await subscribed({}, commentNode('We have received your comment.', {}));
	const questions = ['Who decides this next?', 'And who signs it?'];
	for (const [index, question] of questions.entries()) {
		await postAsPerson(question);
		// Two processes take each comment, so that it has two replies, each delivered to both.
		await delivered(before + 6 * (index + 1));
	}
	const texts = (await outputsOf(n8n, published, 4)).map(({ body }) => commentIn(body));
	expect(texts.sort()).toEqual([...questions, ...questions].sort());
	const replies = sandbox
		.requests()
		.map(({ body }) => commentIn(body))
		.filter((text) => text === '(sent-by-n8n)\n\nWe have received your comment.');
	expect(replies).toHaveLength(4);
});
