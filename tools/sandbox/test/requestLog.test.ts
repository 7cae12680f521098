import { describe, expect, it } from '@jest/globals';
import { base64, startService } from './support/service';

describe('request log', () => {
	it('holds what was received, without secrets, and how it was answered', async () => {
		const { sandbox, call, post } = await startService({ requestLogSize: 5 });
		await call('GET', '/core/org-fields?include_attributes=true');
		await post('/tasks/10001/comment', { comment: 'Prüfen', unknown: 1 });
		await call('GET', '/v2/users/org-info', {
			key: null,
			headers: { Authorization: `Bearer ${sandbox.oauthTokens.main}`, 'X-Trace': 'a' },
		});
		await call('GET', '/nowhere', { key: 'wrong' });
		const log = sandbox.requests();
		expect(
			log.map(({ endpoint, method, path, query, apiKeyId, body, status }) => ({
				endpoint,
				method,
				path,
				query,
				apiKeyId,
				body,
				status,
			})),
		).toEqual([
			{
				endpoint: 'listOrgFields',
				method: 'GET',
				path: '/core/org-fields',
				query: { include_attributes: 'true' },
				apiKeyId: 9001,
				body: null,
				status: 200,
			},
			{
				endpoint: 'commentOnTask',
				method: 'POST',
				path: '/tasks/10001/comment',
				query: {},
				apiKeyId: 9001,
				body: { comment: 'Prüfen', unknown: 1 },
				status: 422,
			},
			{
				endpoint: 'getOrgInfoWithAccessToken',
				method: 'GET',
				path: '/v2/users/org-info',
				query: {},
				apiKeyId: null,
				body: null,
				status: 200,
			},
			{
				endpoint: null,
				method: 'GET',
				path: '/nowhere',
				query: {},
				apiKeyId: null,
				body: null,
				status: 404,
			},
		]);
		expect(log[2]?.headers).toMatchObject({ authorization: '(hidden)', 'x-trace': 'a' });
		for (const secret of [sandbox.apiKeys.main, sandbox.oauthTokens.main, 'wrong']) {
			expect(JSON.stringify(log)).not.toContain(secret);
		}
		for (const { receivedAt, answeredAt } of log) {
			expect(Date.parse(String(answeredAt))).toBeGreaterThanOrEqual(Date.parse(receivedAt));
		}
		sandbox.clearRequests();
		expect(sandbox.requests()).toEqual([]);
		await sandbox.stop();
	});

	it('drops the oldest requests, and cuts files that are large', async () => {
		const { sandbox, get, post } = await startService({ requestLogSize: 3 });
		for (let count = 0; count < 8; count += 1) await get('/users/org-info');
		expect(sandbox.requests().map(({ number }) => number)).toEqual([6, 7, 8]);
		const base64_content = base64('x'.repeat(300_000));
		await post('/tasks/10001/attachments', { files: [{ filename: 'a.txt', base64_content }] });
		expect(sandbox.requests().at(-1)?.body).toEqual({
			files: [
				{
					filename: 'a.txt',
					base64_content: `${base64_content.slice(0, 100)}… (400000 characters)`,
				},
			],
		});
		await sandbox.stop();
	});
});
