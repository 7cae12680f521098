import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Stage } from '../support/stage';
import { byId, itemsOf, keyCredential, startStage } from '../support/stage';

let stage: Stage;
beforeEach(async () => {
	stage = await startStage();
});
afterEach(() => stage.sandbox.stop());

const byItem = () => keyCredential(stage.sandbox.baseUrl, '={{ $json.key }}');

it.each([
	['task.comment', { comment: 'Signed' }],
	['task.approve', {}],
	['task.get', {}],
])('%s sends nothing where items give different credentials', async (operation, parameters) => {
	const { main, otherOrganization } = stage.sandbox.apiKeys;
	const given = { taskId: byId('10001'), ...parameters };
	const items = itemsOf({ key: main }, { key: main }, { key: otherOrganization });
	const { error } = await stage.run(operation, given, { items, credentials: byItem() });
	expect(error?.message).toBe('The credential gives different data for items 0 and 2');
	expect(error?.description).toContain('Nothing was sent');
	expect(stage.received()).toEqual([]);
});

it('an expression that gives the same for all items is used', async () => {
	const { main } = stage.sandbox.apiKeys;
	const { error, output } = await stage.run(
		'task.get',
		{ taskId: byId('={{ $json.id }}') },
		{ items: itemsOf({ key: main, id: 10001 }, { key: main, id: 10002 }), credentials: byItem() },
	);
	expect(error).toBeUndefined();
	expect(output).toHaveLength(2);
});
