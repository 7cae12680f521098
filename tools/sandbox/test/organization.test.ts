import { describe, expect, it } from '@jest/globals';
import { useService } from './support/service';

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
		await service.post('/groups', { name: 'Twice' });
		const duplicate = await service.post('/groups', { name: 'Twice' });
		expect([duplicate.status, typeof duplicate.data.detail]).toEqual([400, 'string']);
		// One of another organization, and one who is active no more.
		const strangers = await service.post('/groups', { name: 'New', users_ids: [501, 701, 590] });
		expect([strangers.status, strangers.data.detail]).toEqual([400, 'Invalid user IDs: 701, 590']);
		expect((await service.post('/groups', { name: 'New' })).status).toBe(200);
	});

	it('answers 422 with one message as detail (section 7)', async () => {
		for (const body of [
			{ name: '' },
			{},
			{ name: 1 },
			{ name: 'A', users_ids: ['x'] },
			[],
			'text',
		]) {
			const answer = await service.call('POST', '/groups', {
				body: JSON.stringify(body),
				headers: { 'Content-Type': 'application/json' },
			});
			expect([answer.status, typeof answer.data.detail]).toEqual([422, 'string']);
		}
		expect((await service.post('/groups', { name: '' })).data.detail).toContain('name');
	});
});
