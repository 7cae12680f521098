import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { until } from '../../tools/scripts/n8n/pages/questions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { contractWorkflow, keyOf, session } from '../n8n/stack';
import {
	deliverWhenBack,
	outputsOf,
	signed,
	startTrigger,
	storeSecret,
} from '../n8n/triggerWorkflow';
import { atWebhookProcess } from './queue';

/* Replies that workers post, and their deliveries to a process that takes webhooks. */

let n8n: N8n;
let sandbox: Sandbox;
let key: StoredCredential;
let secret: StoredCredential;
beforeAll(async () => {
	n8n = session();
	sandbox = await createSandbox({ rateLimit: 100_000 });
	key = await keyOf(n8n, sandbox);
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

const delivered = async (expected: number): Promise<void> =>
	await until(() => {
		const all = sandbox.deliveries();
		return all.length >= expected && all.every(({ status }) => status === 'delivered');
	});

/** The body of a delivery in the form `array`. */
type Delivered = readonly [{ readonly payload: { readonly message: string } }];

/** Each delivery reaches a process that has posted nothing, and has only the start of its comment. */
it('a person has one reply, whichever worker posts it, and the reply starts nothing', async () => {
	const text = 'Received. '.repeat(20).trim();
	const taskId = { __rl: true, mode: 'id', value: '10001' };
	const parameters = { resource: 'task', operation: 'comment', taskId, comment: text };
	const reply = contractWorkflow('Reply', parameters, key);
	const published = await startTrigger(n8n, {}, [secret], reply);
	const url = atWebhookProcess(signed(published));
	expect(await deliverWhenBack(url.replace(/\?.*/, ''), {})).toBe(401);
	sandbox.subscribe({ url, form: 'array' });
	const questions = Array.from({ length: 10 }, (_, index) => `Question ${index}`);
	await Promise.all(questions.map(postAsPerson));
	await delivered(2 * questions.length);
	const runs = await outputsOf(n8n, published, questions.length);
	const texts = runs.map(({ body }) => (body as Delivered)[0].payload.message);
	expect(texts.sort()).toEqual(questions);
	const comments = sandbox
		.requests()
		.filter(({ path }) => path.endsWith('/comment'))
		.map((request) => String((request.body as IDataObject).comment));
	const replies = questions.map(() => `(sent-by-n8n)\n\n${text}`);
	expect(comments.sort()).toEqual([...replies, ...questions]);
});
