import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Stage } from '../support/stage';
import { byLane, itemsOf, startStage } from '../support/stage';

let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

it('Create makes a group for each item, with its own name and users', async () => {
	const { output, error } = await stage.run(
		'group.create',
		{ name: '={{ $json.name }}', userIds: '={{ $json.users }}' },
		{
			items: itemsOf(
				{ name: 'A – Prüfung', users: '501, 502' },
				{ name: 'B', users: '' },
				{ name: 'C' },
				{ name: 'D', users: 503 },
				{ name: 'E', users: [504, 505] },
			),
		},
	);
	expect(error).toBeUndefined();
	expect(byLane(stage.received())).toEqual(
		byLane([
			{ request: 'POST /groups', body: { name: 'A – Prüfung', users_ids: [501, 502] } },
			{ request: 'POST /groups', body: { name: 'B' } },
			{ request: 'POST /groups', body: { name: 'C' } },
			{ request: 'POST /groups', body: { name: 'D', users_ids: [503] } },
			{ request: 'POST /groups', body: { name: 'E', users_ids: [504, 505] } },
		]),
	);
	const group = (name: string, member_user_ids: number[]) => ({
		group_id: expect.any(Number),
		name,
		member_user_ids,
		created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
	});
	expect(output).toEqual([
		{ pairedItem: { item: 0 }, json: group('A – Prüfung', [501, 502]) },
		{ pairedItem: { item: 1 }, json: group('B', []) },
		{ pairedItem: { item: 2 }, json: group('C', []) },
		{ pairedItem: { item: 3 }, json: group('D', [503]) },
		{ pairedItem: { item: 4 }, json: group('E', [504, 505]) },
	]);
	expect(new Set(output.map(({ json }) => json.group_id)).size).toBe(5);
});
