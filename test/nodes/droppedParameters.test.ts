import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Stage } from '../support/stage';
import { byId, startStage } from '../support/stage';

/*
 * What a workflow may hold that was imported, or made by API or by a model, and that n8n drops
 * before a node reads its parameters. What was meant by it must not be passed over.
 */
let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
});
beforeEach(() => stage.sandbox.clearRequests());
afterAll(() => stage.sandbox.stop());

type Case = readonly [operation: string, parameters: object, message: string, advice: string];

const whole = 'Fill in the fields one by one';

const cases: readonly Case[] = [
	[
		'task.approve',
		{ options: '={{ { maxWait: 5 } }}' },
		'"Options" must be an object of fields',
		whole,
	],
	['task.approve', { options: '{"maxWait": 5}' }, '"Options" must be an object of fields', whole],
	['task.approve', { options: ['maxWait'] }, '"Options" must be an object of fields', whole],
	[
		'task.approve',
		{ options: { max_wait: 5 } },
		'"Options" has no "max_wait"',
		'Use "maxWait" for "Max Wait (Seconds)".',
	],
	[
		'task.approve',
		{ dry_run: true },
		'"Dry Run" must be written "dryRun" in the JSON of the node',
		'Correct the field',
	],
	['task.approve', { options: { dryRun: true } }, '"Options" has no "dryRun"', 'Allowed names: '],
	[
		'task.approve',
		{ additionalFields: { note: 'Fine' } },
		'"Additional Fields" has no "note"',
		'Allowed names: "userEmail"',
	],
	[
		'task.approve',
		{ additionalFields: '={{ { comment: "Fine" } }}' },
		'"Additional Fields" must be an object of fields',
		whole,
	],
	[
		'workflow.initiate',
		{ additionalFields: { metadata: '={{ $json.metadata }}' } },
		'"Metadata" must be an object of fields',
		whole,
	],
	[
		'workflow.initiate',
		{ additionalFields: { metadata: { entry: [{ name: 'a', Value: 'b' }] } } },
		'"Metadata" has no "Value"',
		'Use "value" for "Value".',
	],
	[
		'workflow.initiate',
		{ additionalFields: { metadata: { entries: [] } } },
		'"Metadata" has no "entries"',
		'Allowed names: "entry"',
	],
	[
		'task.getMany',
		{ filters: '={{ { status: "rejected" } }}' },
		'"Filters" must be an object of fields',
		whole,
	],
	[
		'task.getMany',
		{ filters: { state: 'rejected' } },
		'"Filters" has no "state"',
		'Allowed names: "assigneeEmail"',
	],
	[
		'task.getMany',
		{ options: { FLATTEN: true } },
		'"Options" has no "FLATTEN"',
		'Use "flatten" for "Flatten".',
	],
	[
		'document.search',
		{ conditions: '={{ $json.conditions }}' },
		'"Conditions" must be an object of fields',
		whole,
	],
	[
		'document.search',
		{ conditions: { condition: [{ field: '1', op: 'in' }] } },
		'"Conditions" has no "op"',
		'Allowed names: "field", "operator"',
	],
	[
		'task.sendAndWait',
		{ message: 'May this go?', options: '={{ $json.page }}' },
		'"Options" must be an object of fields',
		whole,
	],
	[
		'task.sendAndWait',
		{ message: 'May this go?', options: { approve: 'OK' } },
		'"Options" has no "approve"',
		'Allowed names: ',
	],
];

describe.each(cases)('%s with %j', (operation, parameters, message, advice) => {
	it('is refused before anything is sent', async () => {
		const { error } = await stage.run(operation, {
			taskId: byId('10001'),
			workflowId: byId('wf_mutual_nda'),
			...parameters,
		});
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(`Nothing was sent. `);
		expect(error?.description).toContain(advice);
		expect(stage.received()).toEqual([]);
	});
});
