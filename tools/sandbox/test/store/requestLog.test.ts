import { expect, it } from '@jest/globals';
import { createRequestLog, logSize } from '../../store/requestLog';
import { base64, useService } from '../support/service';

const service = useService();

it('the log holds what was received, without secrets, and how it was answered', async () => {
	const { sandbox, call, post } = service;
	await call('GET', '/core/org-fields?include_attributes=true');
	await post('/tasks/10001/comment', { comment: 'Prüfen', unknown: 1 });
	await call('GET', '/v2/users/org-info', {
		key: null,
		headers: { Authorization: `Bearer ${sandbox.oauthTokens.main}`, 'X-Trace': 'a' },
	});
	await call('GET', '/nowhere', { key: 'wrong' });
	const log = sandbox.requests();
	expect(log).toMatchObject([
		{
			endpoint: 'listOrgFields',
			method: 'GET',
			path: '/core/org-fields',
			query: { include_attributes: 'true' },
			apiKeyId: 9001,
			body: null,
			status: 200,
		},
		{ endpoint: 'commentOnTask', body: { comment: 'Prüfen', unknown: 1 }, status: 422 },
		{
			endpoint: 'getOrgInfoWithAccessToken',
			apiKeyId: null,
			headers: { authorization: '(hidden)', 'x-trace': 'a' },
			status: 200,
		},
		{ endpoint: null, path: '/nowhere', apiKeyId: null, status: 404 },
	]);
	for (const secret of [sandbox.apiKeys.main, sandbox.oauthTokens.main, 'wrong']) {
		expect(JSON.stringify(log)).not.toContain(secret);
	}
	sandbox.clearRequests();
	expect(sandbox.requests()).toEqual([]);
});

it('the log cuts files that are large', async () => {
	const { sandbox, post } = service;
	const base64_content = base64('x'.repeat(300_000));
	await post('/tasks/10001/attachments', { files: [{ filename: 'a.txt', base64_content }] });
	const shown = `${base64_content.slice(0, 100)}… (400000 characters)`;
	expect(sandbox.requests()[0]?.body).toEqual({
		files: [{ filename: 'a.txt', base64_content: shown }],
	});
});

it('the log keeps the last 5,000 requests', () => {
	const log = createRequestLog();
	for (let count = 0; count <= 2 * logSize; count++) log.begin({ headers: {} } as never);
	expect(log.list().map(({ number }) => number)).toEqual(
		Array.from({ length: 5000 }, (_, index) => 2 * logSize + 1 - 4999 + index),
	);
});
