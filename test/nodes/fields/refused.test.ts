import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { startTrigger } from '../../support/pollingTrigger';
import { byId, sharedStage } from '../../support/stage';

/* What is refused before anything is sent, with the item and the field. */
const stage = sharedStage();

const given = '={{ $json.value }}';
const taskId = byId('10001');
const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };
const binary = { data: file };

const comment = { taskId, comment: 'a' };
const adding = (name: string): INodeParameters => ({
	...comment,
	additionalFields: { [name]: given },
});
const filtering = (name: string): INodeParameters => ({ filters: { [name]: given } });
const launching = (more: INodeParameters): INodeParameters => ({
	workflowId: byId('wf_mutual_nda'),
	specifyVariables: 'json',
	variablesJson: { counterparty: 'A' },
	...more,
});
const attribute = (row: INodeParameters): INodeParameters => ({
	fileId: 'f',
	attributes: {
		attribute: [{ attribute: 'new', name: 'n', dataType: 'text', value: 'x', ...row }],
	},
});
const filtersJson: INodeParameters = { options: { filtersJson: given } };
const field = { type: 'field', field_id: 1, operator: 'eq', value: 'NDA' };
const group = {
	type: 'group',
	filters: [{ type: 'attribute', attribute_id: 'risk', operator: 'eq', value: 1 }],
};
const decision = { taskId, decision: given };
const noDecision = '"Decision" must be one of approve, reject, asAnswered, asReviewed, not';
const nothing = 'is empty: its expression returned nothing';
const noDate = '"Created At or After" must be an ISO 8601 date';

type Case = readonly [
	operation: string,
	parameters: INodeParameters,
	right: unknown,
	wrong: unknown,
	message: string,
];

const cases: readonly Case[] = [
	['task.approve', decision, 'approve', 'Approve', `${noDecision} Approve`],
	[
		'task.get',
		{ taskId: byId(given) },
		'1',
		'1\u00ad2',
		'"Task" must be a whole number, not 1<U+00AD>2',
	],
	['clickwrap.getActive', { slug: given }, 'terms', '..', '"Clickwrap Slug" must not be . or ..'],
	['task.getMany', { limit: given }, 1, 0, '"Limit" must be a whole number of 1 or more, not 0'],
	['task.getMany', filtering('status'), 'pending', { a: 1 }, '"Status" must be one of archived, '],
	['task.getMany', filtering('lastCreatedAt'), '2026-01-31', '31.01.2026', noDate],
	[
		'orgField.getMany',
		{ includeAttributes: given },
		'true',
		'on',
		'"Include Attributes" must be true or false, not on',
	],
	['task.comment', { ...comment, comment: given }, 'a', [{ a: 1 }], '"Comment" must be text, not '],
	[
		'task.comment',
		adding('userEmail'),
		'a@b.c',
		'me',
		'"User Email" must be an email address, not me',
	],
	// It must not be sent in the name of the creator of the API key.
	['task.comment', adding('userEmail'), 'a@b.c', '', `"User Email" ${nothing}`],
	[
		'task.comment',
		adding('mentionUserIds'),
		'[3, 4]',
		'1, x',
		'"Mention User IDs" 2 must be a whole number, not x',
	],
	[
		'workflow.initiate',
		launching({ version: given }),
		1,
		'new',
		'"Version" must be a version number such as 1, or latest, not new',
	],
	['document.search', filtersJson, [field], '[{"type"', '"Filters" must be valid JSON'],
	[
		'document.search',
		filtersJson,
		[field],
		[{ ...field, type: 'fields' }],
		'"Filters" 1 "Type" must be one of field, attribute, group, not fields',
	],
	[
		'document.search',
		filtersJson,
		[field],
		[group],
		'"Filters" 1 "Filters" 1 "Attribute ID" must have the form <name>_<type>',
	],
	[
		'document.updateAttributes',
		attribute({ dataType: given }),
		'text',
		'clause',
		'"Data Type" must be one of boolean, date, link, number, text, not clause',
	],
	[
		'task.uploadSignedDocument',
		{ taskId: byId('10006'), stepRunId: byId('run_1'), binaryPropertyName: given },
		'data',
		'pdf',
		'"Input Data Field Name" names "pdf", which is not a binary field',
	],
];

it.each(cases)('%s with %j takes %j, not %j', async (operation, parameters, ...values) => {
	const [right, wrong, message] = values;
	const { error, output } = await stage.run(operation, parameters, {
		items: [right, wrong].map((value) => ({ json: { value } as never, binary })),
	});
	expect(output).toEqual([]);
	// A launch reads its schema first.
	expect(stage.received().filter(({ request }) => !request.startsWith('GET'))).toEqual([]);
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 1 } });
	expect(error?.message).toContain(message);
	expect(error?.description).toMatch(/Nothing was sent\. Correct the field and run again\./);
});

it('a file without an extension is refused where the service reads it from the name', async () => {
	const items = [{ json: {}, binary: { data: { ...file, fileName: 'none' } } }];
	const { error } = await stage.run('task.addAttachments', { taskId }, { items });
	expect(error?.message).toBe(
		'"Input Data Field Names" 1 "File Name" must be a file name with an extension, for example contract.pdf, not none',
	);
	expect(stage.received()).toEqual([]);
});

/** What an expression gives that finds nothing: it is no text, and no choice to do without. */
const nothings = [undefined, null, '', ' \u200b', [], [''], [[]]];

const condition = (row: object): INodeParameters => ({
	conditions: { condition: [{ field: 'field:101:text', ...row }] },
});

it.each<readonly [operation: string, label: string, parameters: INodeParameters]>([
	['task.comment', 'Comment', { taskId, comment: given }],
	['task.comment', 'User Email', adding('userEmail')],
	['task.get', 'Task', { taskId: byId(given) }],
	['workflow.getSchema', 'Version', { workflowId: byId('w'), version: byId(given) }],
	['task.approve', 'Decision', decision],
	['task.approve', 'Step', { taskId, decideIf: 'atStep', step: byId(given) }],
	['task.approve', 'Max Wait', { taskId, options: { maxWait: given } }],
	['task.approve', 'Variables', { taskId, additionalFields: { variablesJson: given } }],
	['task.getMany', 'Waiting for Approval', filtering('waitingForApproval')],
	['task.getMany', 'Status', filtering('status')],
	['task.getMany', 'Created At or After', filtering('lastCreatedAt')],
	['task.getMany', 'Assignee Email', filtering('assigneeEmail')],
	['task.getMany', 'Workflow', { filters: { workflowId: byId(given) } }],
	['document.search', 'Value', condition({ operator: 'eq', value: given })],
	['document.search', 'Filters', filtersJson],
	['workflow.initiate', 'Variables', launching({ variablesJson: given })],
	['workflow.initiate', 'Variables', launching({ specifyVariables: 'form', variables: given })],
])('%s refuses a %s of nothing', async (operation, label, parameters) => {
	for (const value of nothings) {
		const items = [{ json: { value } as never, binary }];
		const { error } = await stage.run(operation, parameters, { items });
		expect(`${JSON.stringify(value)}: ${error?.message}`).toContain(label);
		expect(stage.received()).toEqual([]);
	}
});

/*
 * What a workflow may hold that was imported, or made by API or by a model, and that n8n drops
 * before a node reads its parameters. What was meant by it must not be passed over.
 */
const noObject = 'must be an object of fields';
const dropped: ReadonlyArray<readonly [operation: string, parameters: object, message: string]> = [
	['task.approve', { options: { max_wait: 5 } }, '"Options" has no "max_wait"'],
	...['dry_run', 'dryrun', 'DryRun'].map(
		(name) =>
			[
				'task.approve',
				{ [name]: true },
				'"Dry Run" must be written "dryRun" in the JSON of the node',
			] as const,
	),
	[
		'workflow.initiate',
		{ variablesJson: '{"counterparty":"A"}' },
		'"Specify Variables" must be json: the form is empty, and there are variables as JSON',
	],
	['task.getMany', { filters: '={{ { status: "rejected" } }}' }, `"Filters" ${noObject}`],
	[
		'workflow.initiate',
		{ additionalFields: { metadata: '={{ $json.metadata }}' } },
		`"Additional Fields" ${noObject}`,
	],
];

it.each(dropped)('%s with %j is refused', async (operation, parameters, message) => {
	const { error } = await stage.run(operation, {
		taskId,
		workflowId: byId('wf_mutual_nda'),
		...parameters,
	});
	expect(error?.message).toBe(message);
	expect(error?.description).toContain('Nothing was sent. Correct the field and run again.');
	expect(stage.received()).toEqual([]);
});

it.each<readonly [parameters: INodeParameters, message: string]>([
	[{ taskFilters: '={{ { workflowId: "nda" } }}' }, `"Filters" ${noObject}`],
	[
		{ event: 'documentCreated', documentFilters: { workflow_id: 'nda' } },
		'"Filters" has no "workflow_id"',
	],
	[{ options: '{"backlog": true}' }, `"Options" ${noObject}`],
])('a polling trigger with %j refuses to poll', async (parameters, message) => {
	const trigger = await startTrigger({ event: 'taskCreated', ...parameters }, stage.credentials);
	await expect(trigger.poll()).rejects.toThrow(message);
	expect(stage.received()).toEqual([]);
});

it('times, texts and lists are sent in the form of the service', async () => {
	const { error } = await stage.run('task.getMany', {
		limit: '1',
		filters: {
			lastCreatedAt: '={{ new Date(Date.UTC(2026, 0, 31)) }}',
			lastUpdatedAt: '2026-01-31T09:00:00',
		},
	});
	expect(error).toBeUndefined();
	const texts = [12.5, true, ['a', 1], ' ä\n"\\'];
	await stage.run(
		'task.comment',
		{ taskId, comment: given, additionalFields: { addMarker: false } },
		{ items: texts.map((value) => ({ json: { value } as never })) },
	);
	await stage.run('task.comment', { ...comment, additionalFields: { mentionUserIds: '[3, 4]' } });
	const [list, ...comments] = stage.received().map(({ body }) => body);
	expect(list).toMatchObject({
		last_created_at: '2026-01-31T00:00:00.000Z',
		last_updated_at: expect.stringMatching(/^2026-01-31T09:00:00[+-]\d\d:\d\d$/),
	});
	expect(comments.pop()).toMatchObject({ mention_user_ids: [3, 4] });
	expect(comments).toEqual(['12.5', 'true', 'a,1', ' ä\n"\\'].map((text) => ({ comment: text })));
});
