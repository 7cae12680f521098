import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import axios from 'axios';
import type { AnsweringServer } from '../support/answeringServer';
import { sendJson, serverPool } from '../support/answeringServer';
import type { Credentials } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { byId, itemsOf, keyCredential, startStage } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
});
beforeEach(() => stage.sandbox.clearRequests());
afterAll(() => stage.sandbox.stop());

const bearer = (accessToken: string, baseUrl = stage.sandbox.baseUrl): Credentials => ({
	contractWorkflowAccessTokenApi: { baseUrl, accessToken },
});

const withBearer = { credentialType: 'contractWorkflowAccessTokenApi' };

it('an API key goes out as X-API-Key, and an access token as a bearer', async () => {
	const server = await serve((response) => sendJson(response, 200, { org_name: 'A' }));
	await stage.run('organization.get', {}, { credentials: keyCredential(server.url, 'key_1') });
	await stage.run('organization.get', withBearer, { credentials: bearer('token_1', server.url) });
	const [byKey, byToken] = server.requests;
	expect(byKey?.line).toBe('GET /users/org-info');
	expect(byKey?.headers).toMatchObject({ 'x-api-key': 'key_1', accept: 'application/json' });
	expect(byKey?.headers).not.toHaveProperty('authorization');
	expect(byToken?.line).toBe('GET /v2/users/org-info');
	expect(byToken?.headers).toMatchObject({ authorization: 'Bearer token_1' });
	expect(byToken?.headers).not.toHaveProperty('x-api-key');
});

it('Organization: Get with an access token gives the organization without a limit', async () => {
	const { output, error } = await stage.run('organization.get', withBearer, {
		credentials: bearer(stage.sandbox.oauthTokens.main),
		items: itemsOf({}, {}),
	});
	expect(error).toBeUndefined();
	expect(stage.received()).toEqual([
		{ request: 'GET /v2/users/org-info' },
		{ request: 'GET /v2/users/org-info' },
	]);
	expect(output).toMatchObject([
		{
			pairedItem: { item: 0 },
			json: { org_name: 'Meridian Freight', rate_limit_per_minute: null },
		},
		{
			pairedItem: { item: 1 },
			json: { org_name: 'Meridian Freight', rate_limit_per_minute: null },
		},
	]);
});

it('any other operation takes the API key, whatever was left of a token in the workflow', async () => {
	const { error, output } = await stage.run('task.get', { ...withBearer, taskId: byId('10001') });
	expect(error).toBeUndefined();
	expect(output[0]?.json.task_id).toBe(10001);
	const onlyToken = await stage.run(
		'task.get',
		{ ...withBearer, taskId: byId('10001') },
		{ credentials: bearer(stage.sandbox.oauthTokens.main) },
	);
	expect(onlyToken.error?.message).toMatch(/credentials/i);
	expect(onlyToken.output).toEqual([]);
	expect(stage.received()).toEqual([{ request: 'GET /tasks/10001' }]);
});

it.each([
	['Resource', { resource: '__CUSTOM_API_CALL__' }],
	['Operation', { resource: 'task', operation: '__CUSTOM_API_CALL__' }],
])('"Custom API Call", which n8n adds to a %s, is answered in words', async (_, parameters) => {
	const { error } = await runNode({ parameters, credentials: stage.credentials });
	expect(error?.message).toBe('"Custom API Call" is not an operation of this node');
	expect(error?.description).toContain('HTTP Request');
	expect(stage.received()).toEqual([]);
});

it.each(['/', '///', '  ', '/ \n'])('a Base URL may end in %j', async (end) => {
	const { output, error } = await stage.run(
		'organization.get',
		{},
		{
			credentials: keyCredential(`${stage.sandbox.baseUrl}${end}`, stage.sandbox.apiKeys.main),
		},
	);
	expect(error).toBeUndefined();
	expect(output[0]?.json.org_name).toBe('Meridian Freight');
	expect(stage.received()).toEqual([{ request: 'GET /users/org-info' }]);
});

/** Passes requests below `/contracts/v1` on to the sandbox. */
const startProxy = async (): Promise<AnsweringServer> =>
	await serve((response, { line, headers, body }) => {
		const [method = '', target = ''] = line.split(' ');
		if (!target.startsWith('/contracts/v1/')) {
			sendJson(response, 404, { detail: 'Not below the prefix' });
			return;
		}
		void axios
			.request<unknown>({
				method,
				url: stage.sandbox.baseUrl + target.slice('/contracts/v1'.length),
				data: body || undefined,
				headers: {
					'x-api-key': headers['x-api-key'],
					...(body && { 'content-type': headers['content-type'] }),
				},
				validateStatus: () => true,
				proxy: false,
			})
			.then(({ status, data }) => sendJson(response, status, data));
	});

it.each(['/contracts/v1', '/contracts/v1/', ' \t'].map((end) => [end]))(
	'a Base URL may have a path: %j',
	async (path) => {
		const proxy = await startProxy();
		const baseUrl = ` ${proxy.url}${path.trim() === '' ? `/contracts/v1${path}` : path}`;
		const credentials = keyCredential(baseUrl, stage.sandbox.apiKeys.main);
		const got = await stage.run('task.get', { taskId: byId('10001') }, { credentials });
		const listed = await stage.run('task.getMany', { limit: 2 }, { credentials });
		expect(got.error).toBeUndefined();
		expect(got.output[0]?.json.task_id).toBe(10001);
		expect(listed.output).toHaveLength(2);
		expect(proxy.requests.map(({ line }) => line)).toEqual([
			'GET /contracts/v1/tasks/10001',
			'POST /contracts/v1/tasks/list',
		]);
		expect(stage.received()).toEqual([
			{ request: 'GET /tasks/10001' },
			{ request: 'POST /tasks/list', body: { limit: 2, offset: 0 } },
		]);
	},
);
