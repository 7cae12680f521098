import { describe, expect, it } from '@jest/globals';
import { contract } from '../../../../src/contract';
import type { Answer } from '../support/service';
import { startService, useService } from '../support/service';

const service = useService();

const orgInfo = (key: string | null): Promise<Answer> =>
	service.call('GET', '/users/org-info', { key });

describe('section 5, API key', () => {
	it('answers each of the five 401 with its text', async () => {
		const { inactive, revoked, expired } = service.sandbox.apiKeys;
		const cases: Array<[string | null, string]> = [
			[null, 'API key required'],
			['sandbox_bm9uZQ', 'Invalid API key'],
			[inactive, 'API key is inactive'],
			[revoked, 'API key has been revoked'],
			[expired, 'API key has expired'],
		];
		for (const [key, detail] of cases) {
			const answer = await orgInfo(key);
			expect([answer.status, answer.data]).toEqual([401, { detail }]);
		}
	});

	it('answers 403 for the key of an inactive owner, and does not restore it with the owner', async () => {
		const own = await startService();
		const { sandbox, call } = own;
		const key = sandbox.apiKeys.ownerInactive;
		const refused = await call('GET', '/users/org-info', { key });
		expect([refused.status, refused.data]).toEqual([
			403,
			{ detail: 'API key owner is inactive or not found' },
		]);
		sandbox.reactivateUser(590);
		const revoked = await call('GET', '/users/org-info', { key });
		expect([revoked.status, revoked.data]).toEqual([401, { detail: 'API key has been revoked' }]);
		sandbox.deactivateUser(501);
		expect((await own.get('/users/org-info')).status).toBe(403);
		sandbox.reactivateUser(501);
		expect((await own.get('/users/org-info')).data).toEqual({ detail: 'API key has been revoked' });
		await sandbox.stop();
	});

	it('is asked for by every endpoint but the OAuth variant, before anything else is looked at', async () => {
		for (const { method, path, auth } of Object.values(contract)) {
			const answer = await service.call(method, path.replace(/\{\w+\}/g, 'x'), {
				key: null,
				body: method === 'GET' ? undefined : { unknown: true },
				headers: { Authorization: `Bearer ${service.sandbox.oauthTokens.main}` },
			});
			if (auth === 'accessToken') expect(answer.status).toBe(200);
			else expect([answer.status, answer.data]).toEqual([401, { detail: 'API key required' }]);
		}
	});

	it('sees its own organization only', async () => {
		const key = service.sandbox.apiKeys.otherOrganization;
		const call = (path: string) => service.call('GET', path, { key });
		expect((await call('/tasks/10001')).status).toBe(404);
		expect((await call('/tasks/7001')).status).toBe(200);
		expect((await service.get('/tasks/7001')).status).toBe(404);
		expect((await call(`/server/clickwrap/${service.sandbox.ids.slug}`)).status).toBe(404);
		expect((await call('/workflows/wf_vendor_agreement/latest/schema')).status).toBe(404);
		const file = `/core/files/${service.sandbox.ids.fileId}/attributes`;
		const patch = await service.call('PATCH', file, { key, body: { attributes: [] } });
		expect(patch.status).toBe(404);
		const found = await service.call('POST', '/core/documents/search', { key, body: {} });
		expect(found.data.documents).toHaveLength(5);
		const listed = await service.call('POST', '/tasks/list', {
			key,
			body: { include_inactive: true },
		});
		expect(listed.data.total_count).toBe(5);
	});
});

describe('section 5, OAuth access token', () => {
	const withToken = (headers: Record<string, string>): Promise<Answer> =>
		service.call('GET', '/v2/users/org-info', { key: null, headers });
	const bearer = (token: string): Promise<Answer> =>
		withToken({ Authorization: `Bearer ${token}` });

	it('answers 401 for a token that is missing, unknown, revoked or expired, and for an API key', async () => {
		const { oauthTokens, apiKeys } = service.sandbox;
		const refused = [
			await withToken({}),
			await withToken({ 'X-API-Key': apiKeys.main }),
			await withToken({ Authorization: `Basic ${oauthTokens.main}` }),
			await bearer('unknown'),
			await bearer(apiKeys.main),
			await bearer(oauthTokens.revoked),
			await bearer(oauthTokens.expired),
		];
		for (const { status, data } of refused) {
			expect([status, data]).toEqual([401, { detail: 'Invalid access token' }]);
		}
	});

	it('answers 403 without the scope, 400 without a user, 404 without an organization', async () => {
		const { noScope, noUser, withoutOrganization } = service.sandbox.oauthTokens;
		const answers = await Promise.all([noScope, noUser, withoutOrganization].map(bearer));
		expect(answers.map(({ status, data }) => [status, data])).toEqual([
			[403, { detail: 'Insufficient scope; this endpoint requires: users:read' }],
			[400, { detail: 'client_credentials tokens are not associated with a user' }],
			[404, { detail: 'Organization not found' }],
		]);
	});

	it('gives the organization without a key id and with a null limit (section 2)', async () => {
		const { status, data } = await bearer(service.sandbox.oauthTokens.main);
		expect(status).toBe(200);
		expect(Object.keys(data).sort()).toEqual(['entities', 'org_name', 'rate_limit_per_minute']);
		expect(data.rate_limit_per_minute).toBeNull();
	});
});
