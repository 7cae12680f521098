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

const whole = 'Fill in its fields one by one';

const cases: readonly Case[] = [
	[
		'task.approve',
		{ requestOptions: '={{ { dryRun: true } }}' },
		'"Request Options" must be an object of fields',
		whole,
	],
	[
		'task.approve',
		{ requestOptions: '{"dryRun": true}' },
		'"Request Options" must be an object of fields',
		whole,
	],
	[
		'task.approve',
		{ requestOptions: ['dryRun'] },
		'"Request Options" must be an object of fields',
		whole,
	],
	[
		'task.approve',
		{ requestOptions: { dry_run: true } },
		'"Request Options" has no "dry_run"',
		'Use "dryRun" for "Dry Run".',
	],
	[
		'task.approve',
		{ requestOptions: { 'Dry Run': true } },
		'"Request Options" has no "Dry Run"',
		'Use "dryRun" for "Dry Run".',
	],
	[
		'task.approve',
		{ dryRun: true },
		'"Dry Run" must be in "Request Options": {"requestOptions": {"dryRun": true}}',
		'Correct the field',
	],
	[
		'task.approve',
		{ additionalFields: { note: 'Fine' } },
		'"Additional Fields" has no "note"',
		'It takes "comment", "userEmail".',
	],
	[
		'task.approve',
		{ additionalFields: '={{ { comment: "Fine" } }}' },
		'"Additional Fields" must be an object of fields',
		whole,
	],
	[
		'task.approve',
		{ specifyVariables: 'list', variableList: '={{ $json.variables }}' },
		'"Variables" must be an object of groups',
		whole,
	],
	[
		'task.approve',
		{ specifyVariables: 'list', variableList: { variable: '={{ $json.variables }}' } },
		'"Variables" must be an object with a list in "variable"',
		whole,
	],
	[
		'task.approve',
		{
			specifyVariables: 'list',
			variableList: { variable: [{ variableId: 'a', type: 'text', Value: 'b' }] },
		},
		'"Variables" has no "Value"',
		'Use "value" for "Value".',
	],
	[
		'task.sendAndWait',
		{ message: 'May this go?', approvalOptions: { values: '={{ $json.buttons }}' } },
		'"Approval Options" must be an object of fields',
		whole,
	],
	[
		'task.approve',
		{ specifyVariables: 'list', variableList: { variables: [] } },
		'"Variables" has no "variables"',
		'It takes "variable"',
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
		'It takes "assigneeEmail"',
	],
	[
		'task.getMany',
		{ options: { OFFSET: 5 } },
		'"Options" has no "OFFSET"',
		'Use "offset" for "Offset".',
	],
	[
		'document.search',
		{ filterBy: 'conditions', conditions: '={{ $json.conditions }}' },
		'"Conditions" must be an object of groups',
		whole,
	],
	[
		'document.search',
		{ filterBy: 'conditions', conditions: { condition: [{ field: '1', op: 'in' }] } },
		'"Conditions" has no "op"',
		'It takes "field", "operator"',
	],
	[
		'task.sendAndWait',
		{ message: 'May this go?', options: { limitWaitTime: '={{ $json.limit }}' } },
		'"Limit Wait Time" must be an object of groups',
		whole,
	],
	[
		'task.sendAndWait',
		{ message: 'May this go?', options: { limitWaitTime: { values: { amount: 1 } } } },
		'"Limit Wait Time" has no "amount"',
		'Use "resumeAmount" for "Amount".',
	],
];

describe.each(cases)('%s with %j', (operation, parameters, message, advice) => {
	it('is refused before anything is sent', async () => {
		const { error } = await stage.run(operation, {
			taskId: byId('10001'),
			...parameters,
		});
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(`Nothing was sent. `);
		expect(error?.description).toContain(advice);
		expect(stage.received()).toEqual([]);
	});
});

it('a value that the panel hides is left out, and its expression is not run', async () => {
	await stage.run('task.approve', {
		taskId: byId('10001'),
		specifyVariables: 'list',
		variableList: {
			variable: [
				{
					variableId: 'price',
					type: 'text',
					value: 'free',
					binaryPropertyName: '={{ $("Gone").item.json.file }}',
				},
			],
		},
		requestOptions: { releaseKeys: '={{ $("Gone").item.json.release }}', maxWait: 10 },
	});
	expect(stage.received()).toEqual([
		{
			request: 'POST /tasks/10001/approve',
			body: {
				approved: true,
				variables: [{ variable_id: 'price', type: 'text', value: 'free' }],
			},
		},
	]);
});
