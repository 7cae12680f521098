import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server';
import { createSandbox } from '../../sandbox/server';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import type { N8n } from '../../scripts/n8n/rest';
import { session } from './stack';
import { outputsOf, path, signed, startTrigger, storeSecret } from './triggerWorkflow';

/* What the sandbox sends by itself, in each of its forms, into a published workflow. */

let sandbox: Sandbox;
let n8n: N8n;
let inQuery: StoredCredential;

beforeAll(async () => {
	sandbox = await createSandbox({ webhookRetryMs: 100 });
	n8n = session();
	inQuery = await storeSecret(n8n, 'query');
});
afterAll(async () => await sandbox.stop());

const comment = async (text: string): Promise<void> => {
	await axios.post(
		`${sandbox.baseUrl}/tasks/10001/comment`,
		{ comment: text },
		{ headers: { 'X-API-Key': sandbox.apiKeys.main }, proxy: false },
	);
};

/** The deliveries to some subscriptions, oldest first, once all of them were taken. */
const delivered = async (subscriptionIds: readonly number[]) => {
	const deadline = Date.now() + 30_000;
	for (;;) {
		const sent = sandbox
			.deliveries()
			.filter(({ subscription_id: id }) => subscriptionIds.includes(id));
		if (sent.every(({ status }) => status === 'delivered')) return sent.reverse();
		if (Date.now() > deadline) throw new Error(`Not delivered: ${JSON.stringify(sent)}`);
		await pause(50);
	}
};

const bodySent = (body = '', contentType = ''): unknown =>
	contentType.includes('json') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));

describe.each(['flat', 'nested', 'array', 'form'] as const)('a delivery of the form %s', (form) => {
	it('comes out as it was sent, once', async () => {
		const published = await startTrigger(n8n, {}, [inQuery]);
		const { subscription_id: id } = sandbox.subscribe({ url: signed(published), template: form });
		await comment('Can we sign – ¿esta semana?');
		const [sent, ...more] = await delivered([id]);
		expect(more).toEqual([]);
		const { headers = {}, body } = sent?.request ?? {};
		const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
		expect(await outputsOf(n8n, published)).toMatchObject([
			{
				body: bodySent(body, headers['Content-Type']),
				headers: Object.fromEntries(given) as IDataObject,
				query: { token: '[secret removed]' },
			},
		]);
		sandbox.unsubscribe(id);
	});
});

it('a service that repeats each delivery three times starts one run for each comment', async () => {
	const parameters = { options: { deliveryIdPath: path('body.activity_log_id') } };
	const published = await startTrigger(n8n, parameters, [inQuery]);
	const ids = [1, 2, 3].map(
		() => sandbox.subscribe({ url: signed(published), template: 'flat' }).subscription_id,
	);
	const texts = Array.from({ length: 5 }, (_, index) => `Comment ${index}`);
	for (const text of texts) await comment(text);
	const sent = await delivered(ids);
	expect(sent).toHaveLength(3 * texts.length);
	for (const id of ids) sandbox.unsubscribe(id);
	const bodies = (await outputsOf(n8n, published, texts.length)).map(({ body }) => body);
	expect(bodies.map((body) => (body as IDataObject).comment).sort()).toEqual(texts);
});
