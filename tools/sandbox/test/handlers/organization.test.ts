import { describe, expect, it } from '@jest/globals';
import { useService } from '../support/service';

const service = useService({ rateLimit: 600 });

describe('section 4, organization', () => {
	it('gives the fields of section 2 and the id of the key that was used', async () => {
		const { status, data } = await service.get('/users/org-info');
		expect(status).toBe(200);
		expect(data).toEqual({
			org_name: 'Meridian Freight',
			rate_limit_per_minute: 600,
			api_key_id: 9001,
			entities: expect.arrayContaining([
				{
					legal_entity_id: 311,
					name: 'Meridian Freight Ltd',
					entity_type: 'limited_company',
					jurisdiction: 'England and Wales',
				},
			]),
		});
		const { second } = service.sandbox.apiKeys;
		const other = await service.call('GET', '/users/org-info', { key: second });
		expect(other.data.api_key_id).toBe(9002);
		const { limited } = service.sandbox.apiKeys;
		const own = await service.call('GET', '/users/org-info', { key: limited });
		expect([own.data.rate_limit_per_minute, own.headers['x-ratelimit-limit']]).toEqual([5, '5']);
	});
});

describe('section 4, groups', () => {
	it('creates a group with the members that were supplied, in their order', async () => {
		const { status, data } = await service.post('/groups', {
			name: 'Prüfer 審査',
			users_ids: [503, 501],
		});
		expect(status).toBe(200);
		expect(data).toEqual({
			group_id: expect.any(Number),
			name: 'Prüfer 審査',
			member_user_ids: [503, 501],
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		});
	});

	it('answers 400 with a message for a duplicate name and for an invalid user', async () => {
		// Section 7: here the detail of a 422 is one message.
		const invalid = await service.post('/groups', { name: '' });
		expect([invalid.status, invalid.data.detail]).toEqual([422, expect.stringContaining('name')]);
		await service.post('/groups', { name: 'Twice' });
		const duplicate = await service.post('/groups', { name: 'Twice' });
		expect([duplicate.status, typeof duplicate.data.detail]).toEqual([400, 'string']);
		// One of another organization, and one who is active no more.
		const strangers = await service.post('/groups', { name: 'New', users_ids: [501, 701, 590] });
		expect([strangers.status, strangers.data.detail]).toEqual([400, 'Invalid user IDs: 701, 590']);
		expect((await service.post('/groups', { name: 'New' })).status).toBe(200);
	});
});
