import { expect, it } from '@jest/globals';
import axios from 'axios';
import type { AnsweringServer } from '../support/answeringServer';
import { sendJson, serverPool } from '../support/answeringServer';
import { byId, keyCredential, sharedStage } from '../support/stage';

const serve = serverPool();

const stage = sharedStage();

it('an API key goes out as X-API-Key', async () => {
	const server = await serve((response) => sendJson(response, 200, { org_name: 'A' }));
	await stage.run('organization.get', {}, { credentials: keyCredential(server.url, 'key_1') });
	const [request] = server.requests;
	expect(request?.line).toBe('GET /users/org-info');
	expect(request?.headers).toMatchObject({ 'x-api-key': 'key_1', accept: 'application/json' });
	expect(request?.headers).not.toHaveProperty('authorization');
});

it('any other operation takes the API key, whatever Authentication was left in the workflow', async () => {
	const { error, output } = await stage.run('task.get', {
		credentialType: 'contractWorkflowOAuth2Api',
		taskId: byId('10001'),
	});
	expect(error).toBeUndefined();
	expect(output[0]?.json.task_id).toBe(10001);
	expect(stage.received()).toEqual([{ request: 'GET /tasks/10001' }]);
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
