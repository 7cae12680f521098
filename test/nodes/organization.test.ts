import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Stage } from '../support/stage';
import { byLane, itemsOf, paired, startStage } from '../support/stage';

let stage: Stage;
beforeAll(async () => {
	stage = await startStage({ rateLimit: 600 });
});
afterAll(() => stage.sandbox.stop());

it('Get gives the organization once for each item', async () => {
	const { output, error } = await stage.run(
		'organization.get',
		{},
		{ items: itemsOf({ a: 1 }, { a: 2 }) },
	);
	expect(error).toBeUndefined();
	expect(byLane(stage.received())).toEqual(
		byLane([{ request: 'GET /users/org-info' }, { request: 'GET /users/org-info' }]),
	);
	const told = await stage.ask('GET', '/users/org-info');
	expect(told).toMatchObject({
		org_name: 'Meridian Freight',
		rate_limit_per_minute: 600,
		api_key_id: 9001,
	});
	expect(paired(output)).toEqual([
		{ pairedItem: { item: 0 }, json: told },
		{ pairedItem: { item: 1 }, json: told },
	]);
});
