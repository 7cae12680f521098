import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { Stage } from '../support/stage';
import { byId, itemsOf, startStage } from '../support/stage';

/*
 * What an expression gives that finds nothing. It is no text, and no choice to do without.
 */
let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
});
beforeEach(() => stage.sandbox.clearRequests());
afterAll(() => stage.sandbox.stop());

const nothings = [undefined, null, '', '  ', [], [''], [null], [[]]];

type Case = readonly [operation: string, label: string, parameters: INodeParameters];

const given = '={{ $json.value }}';
const taskId = byId('10001');

const cases: readonly Case[] = [
	['task.comment', 'Comment', { taskId, comment: given }],
	['task.comment', 'Send Once Per', { taskId, comment: 'Signed', idempotencyKey: given }],
	['task.get', 'Task', { taskId: byId(given) }],
	['task.approve', 'Decision', { taskId, decision: given }],
	['task.approve', 'Step', { taskId, decideIf: 'atStep', step: byId(given) }],
	['task.approve', 'Dry Run', { taskId, dryRun: given }],
	['task.approve', 'Max Wait', { taskId, options: { maxWait: given } }],
	[
		'task.uploadSignedDocument',
		'Step Run',
		{ taskId, stepRunId: byId(given), binaryPropertyName: 'data' },
	],
	['task.getManyByExternalSourceId', 'External Source ID', { externalSourceId: given }],
	...['waitingForApproval', 'status', 'includeInactive', 'lastCreatedAt', 'assigneeEmail'].map(
		(name): Case => ['task.getMany', '', { filters: { [name]: given } }],
	),
	[
		'document.search',
		'Operator',
		{
			conditions: { condition: [{ field: 'field:101:text', operator: given, value: 'a' }] },
		},
	],
	[
		'document.search',
		'Value',
		{
			conditions: { condition: [{ field: 'field:101:text', operator: 'eq', value: given }] },
		},
	],
	['document.search', 'Filters', { options: { filtersJson: given } }],
	['group.create', 'Name', { name: given }],
	['task.approve', 'Variables', { taskId, additionalFields: { variablesJson: given } }],
	...['variables', 'variablesJson'].map(
		(name): Case => [
			'workflow.initiate',
			'Variables',
			{
				workflowId: byId('wf_mutual_nda'),
				specifyVariables: name === 'variables' ? 'form' : 'json',
				[name]: given,
			},
		],
	),
];

describe.each(cases)('%s, %s', (operation, label, parameters) => {
	it.each(nothings)('given %j is refused before anything is sent', async (value) => {
		const items = [{ json: { value } as never, binary: {} }];
		const { error } = await stage.run(operation, parameters, { items });
		expect(error?.message).toContain(label);
		expect(stage.received()).toEqual([]);
	});
});

it.each(['mentionUserIds', 'binaryPropertyNames'])('commas alone are no %s', async (name) => {
	const { error } = await stage.run('task.comment', {
		taskId,
		comment: 'Hello',
		additionalFields: { [name]: ' , ' },
	});
	expect(error?.message).toContain('needs at least one value');
	expect(stage.received()).toEqual([]);
});

it('a form of variables that is the text null is refused', async () => {
	const { error } = await stage.run(
		'workflow.initiate',
		{
			workflowId: { __rl: true, mode: 'id', value: 'wf_1' },
			specifyVariables: 'form',
			variables: '={{ JSON.stringify($json.variables) }}',
		},
		{ items: itemsOf({ variables: null }) },
	);
	expect(error?.message).toContain('"Variables" must be an object, not null');
	expect(stage.received()).toEqual([]);
});

it('no variables as the text of JSON are refused as those of a launch are', async () => {
	const { error } = await stage.run(
		'task.approve',
		{ taskId, additionalFields: { variablesJson: '={{ JSON.stringify($json.variables) }}' } },
		{ items: itemsOf({ variables: null }) },
	);
	expect(error?.message).toContain('"Variables" must be an object, not null');
	expect(stage.received()).toEqual([]);
});

it.each([undefined, null, [], ['']])('an attribute is not set to %j', async (value) => {
	const attribute = { attribute: 'new', name: 'region', dataType: 'text', value: given };
	const { error } = await stage.run(
		'document.updateAttributes',
		{ fileId: 'f-1', attributes: { attribute: [attribute] } },
		{ items: [{ json: { value } }] },
	);
	expect(error?.message).toContain('"Value" (region) must be text');
	expect(stage.received()).toEqual([]);
});

it('two items with no key are two errors, and none is sent', async () => {
	const { errorOutput } = await stage.run(
		'task.comment',
		{
			taskId,
			comment: '={{ $json.text }}',
			idempotencyKey: '={{ $json.keys.filter(k => k > 5) }}',
		},
		{
			items: itemsOf({ text: 'a', keys: [1] }, { text: 'b', keys: [2] }),
			onError: 'continueErrorOutput',
		},
	);
	expect(errorOutput).toHaveLength(2);
	expect(stage.received()).toEqual([]);
});
