import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { itemsOf, jsonOf } from '../../tools/scripts/n8n/executions';
import { executionsOf } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { keyFor, saveAndTest, session, stackAddresses } from './stack';
import type { Published } from './triggerWorkflow';
import {
	deliver,
	outputsOf,
	secret,
	secretData,
	signed,
	startTrigger,
	storeSecret,
} from './triggerWorkflow';

const { baseUrl, apiKey } = stackAddresses();

let n8n: N8n;
let key: StoredCredential;
let inQuery: StoredCredential;

beforeAll(async () => {
	n8n = session();
	key = await keyFor(n8n, baseUrl, apiKey);
	inQuery = await storeSecret(n8n);
});

const start = async (
	parameters: INode['parameters'] = {},
	credentials: StoredCredential[] = [inQuery],
	...then: INode[]
): Promise<Published> => await startTrigger(n8n, parameters, credentials, ...then);

const outputs = async (published: Pick<Published, 'id'>, expected = 1) =>
	await outputsOf(n8n, published, expected);

/** Runs start in the order of their deliveries: where the last one's is the only one, no other is. */
const expectNothingBefore = async (published: Published) => {
	expect((await deliver(signed(published), { last: true })).status).toBe(200);
	expect((await outputs(published)).map(({ body }) => body)).toEqual([{ last: true }]);
};

describe('the secret', () => {
	it('in the address lets a delivery through, and is in nothing that n8n keeps', async () => {
		const published = await start();
		const answer = await deliver(
			signed(published),
			{ a: secret },
			{ 'content-type': 'application/json', 'x-original-uri': `/webhook?token=${secret}` },
		);
		expect(answer.status).toBe(200);
		const [execution, ...more] = await executionsOf(n8n, published.id, 1);
		expect(more).toEqual([]);
		expect(JSON.stringify(execution)).not.toContain(secret);
		expect(jsonOf(execution as never, 'Trigger')).toMatchObject([
			{
				body: { a: '[secret removed]' },
				query: { token: '[secret removed]' },
				headers: { 'content-type': 'application/json' },
				receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			},
		]);
	});

	it('that is wrong or missing is refused with the reason, and starts nothing', async () => {
		const published = await start();
		const missing = 'The secret is missing. Add ?token=SECRET to the URL.';
		const wrong = 'The secret is wrong.';
		const refused: ReadonlyArray<[string, string, Record<string, string>?]> = [
			[published.url, missing],
			[`${published.url}?token=${secret}x`, wrong],
			[`${published.url}?token=${secret}&token=${secret}`, wrong],
			[published.url, missing, { 'x-webhook-secret': secret }],
		];
		for (const [url, message, headers] of refused) {
			const { status, data } = await deliver(url, { a: 1 }, headers);
			expect({ status, data: data as unknown }).toEqual({ status: 401, data: { message } });
		}
		await expectNothingBefore(published);
	});

	it('that is too short is refused by its test, and before n8n publishes, in words', async () => {
		const type = 'contractWorkflowWebhookApi';
		const store = async (value: string) =>
			await upsertCredential(n8n, { name: 'Shortened', type, data: secretData(value) });
		const message = 'The secret in the credential is too short. Use at least 16 characters.';
		const short = await store('short');
		const data = secretData('short');
		const tested = await saveAndTest(n8n, { name: 'Short', type, data });
		expect(tested).toEqual({ status: 'Error', message });
		await expect(start({}, [short])).rejects.toThrow(message);

		const published = await start({}, [await store(secret)]);
		await store('short');
		const refused = await deliver(`${published.url}?token=short`, {});
		expect([refused.status, refused.data as unknown]).toEqual([401, { message }]);
	});
});

it('a delivery comes out as received, whatever its type', async () => {
	const json = 'application/json';
	const form = 'application/x-www-form-urlencoded';
	const deliveries: ReadonlyArray<[string, string, unknown]> = [
		[json, '{"event":"x","data":[1,{"a":null}]}', { event: 'x', data: [1, { a: null }] }],
		[json, '"only text"', 'only text'],
		[json, 'null', null],
		['application/cloudevents+json', '{"id":"1"}', { id: '1' }],
		[form, 'a=1&b=x+y', { a: '1', b: 'x y' }],
		['text/plain', 'Grüße 第二行', 'Grüße 第二行'],
		[json, '', null],
	];
	const published = await start();
	for (const [type, body] of deliveries) {
		expect((await deliver(signed(published), body, { 'content-type': type })).status).toBe(200);
	}
	const bodies = (await outputs(published, deliveries.length)).map(({ body }) => body);
	expect(bodies).toEqual(deliveries.map(([, , expected]) => expected));
});

it('a delivery has the files of a form, and the bytes of its body if they are asked for', async () => {
	const published = await start({ options: { rawBody: true } });
	const form = new FormData();
	form.append('text', 'Hello');
	form.append('copy', new Blob(['signed']), 'copy.txt');
	expect((await fetch(signed(published), { method: 'POST', body: form })).status).toBe(200);
	await deliver(signed(published), '{ "a" : 1 }');
	const executions = await executionsOf(n8n, published.id, 2);
	const [filled, json] = executions.flatMap((execution) => itemsOf(execution, 'Trigger'));
	expect(filled).toMatchObject({
		json: { body: { text: 'Hello' } },
		binary: { copy: { fileName: 'copy.txt' } },
	});
	expect(json?.binary?.rawBody).toMatchObject({ mimeType: 'application/json' });
});

it('the task of a delivery is loaded by its path, and one that cannot be had does not lose it', async () => {
	const parameters = { loadTask: true, taskIdPath: 'body.data[0].task' };
	const published = await start(parameters, [inQuery, key]);
	const bodies = [{ data: [{ task: 10001 }] }, { data: [{ task: 1 }] }, { other: 1 }];
	for (const body of bodies) expect((await deliver(signed(published), body)).status).toBe(200);
	const failed = (message: string) => ({ task: null, taskError: { message } });
	expect(await outputs(published, bodies.length)).toMatchObject([
		{ task: { task_id: 10001, variable_counterparty: expect.any(String) } },
		failed('Not found'),
		failed('The delivery has no task ID'),
	]);
});
