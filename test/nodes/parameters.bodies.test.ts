import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { Stage } from '../support/stage';
import { byId, itemsOf, startStage } from '../support/stage';
import { refusalsAt } from './refusals';

let stage: Stage;
beforeAll(async () => {
	stage = await startStage();
});
beforeEach(() => stage.sandbox.clearRequests());
afterAll(() => stage.sandbox.stop());

const refused = refusalsAt(() => stage);

type Case = readonly [wrong: unknown, message: string];

it.each<Case>([
	['[{"type": "field"', '"Filters" must be valid JSON'],
	['{"type": "field"}', '"Filters" must be of type array, not object'],
	['"text"', '"Filters" must be of type array, not string'],
	[[{ type: 'fields' }], '"Filters" 1 "Type" must be one of field, attribute, group'],
	[
		[{ type: 'field', field_id: 1, operator: 'is', value: 1 }],
		'"Filters" 1 "Operator" must be one of eq, in, gt, gte, lt, lte, not_in, between, contains, not_contains, exists',
	],
	[
		[{ type: 'field', field_id: '1', operator: 'eq', value: 1 }],
		'"Filters" 1 "Field ID" must be a whole number',
	],
	[
		[
			{
				type: 'group',
				filters: [{ type: 'attribute', attribute_id: 'risk', operator: 'eq', value: 1 }],
			},
		],
		'"Filters" 1 "Filters" 1 "Attribute ID" must have the form <name>_<type>, with a type of text, number, boolean, date, link',
	],
	[
		[{ type: 'field', field_id: 1, operator: 'eq', value: { a: 1 } }],
		'"Filters" 1 "Value" must be text, a number, a boolean, or a list of these',
	],
	[
		[{ type: 'field', field_id: 1, operator: 'eq', value: 1, extra: true }],
		'"Filters" 1 has a field that the service does not know: extra',
	],
])('filters of %j are refused', async (value, message) => {
	const parameters = { options: { filtersJson: '={{ $json.value }}' } };
	const right = { value: [{ type: 'field', field_id: 1, operator: 'eq', value: 'NDA' }] };
	const given = await refused('document.search', parameters, right, { value } as never);
	expect(given).toContain(message);
});

const comment = {
	taskId: byId('10001'),
	comment: '={{ $json.text }}',
	additionalFields: {
		addMarker: false,
		userEmail: "={{ $json.user ?? 'lena.schroeder@meridian.example' }}",
		mentionUserIds: '={{ $json.mention }}',
		replyTo: '={{ $json.replyTo }}',
		binaryPropertyNames: '={{ $json.files }}',
	},
};

it.each<[object, string]>([
	[{ text: '' }, '"Comment" is required'],
	[{}, '"Comment" is required'],
	[{ text: null }, '"Comment" is required'],
	[{ text: { a: 1 } }, '"Comment" must be text, not {"a":1}'],
	[{ text: [{ a: 1 }] }, '"Comment" must be text, not [{"a":1}]'],
	[{ text: 'a', user: 'nobody' }, '"User Email" must be an email address'],
	// It must not be sent in the name of the creator of the API key.
	[{ text: 'a', user: '' }, '"User Email" was added, but is empty'],
	[
		{ text: 'a', mention: 'x, 1' },
		'"Mention User IDs" must be whole numbers separated by commas, not x',
	],
	[
		{ text: 'a', mention: '1.5' },
		'"Mention User IDs" must be whole numbers separated by commas, not 1.5',
	],
	[{ text: 'a', mention: '99999999999999999999' }, '"Mention User IDs" 1 must be a whole number'],
	[{ text: 'a', replyTo: 'last' }, '"Reply To" must be a whole number, not last'],
	[{ text: 'a', replyTo: 1.5 }, '"Reply To" must be a whole number, not 1.5'],
	[{ text: 'a', files: 'data' }, '"Attachments" names "data", which is not a binary field'],
])('a comment with %j is refused', async (wrong, message) => {
	expect(await refused('task.comment', comment, { text: 'a' }, wrong as never)).toBe(message);
});

it('a text of several lines, a number and a list are texts', async () => {
	const { error } = await stage.run('task.comment', comment, {
		items: itemsOf({ text: 12.5 }, { text: true }, { text: ['a', 1] }, { text: 'ä\n"\\' }),
	});
	expect(error).toBeUndefined();
	const user_email = 'lena.schroeder@meridian.example';
	expect(stage.received().map(({ body }) => body)).toEqual([
		{ comment: '12.5', user_email },
		{ comment: 'true', user_email },
		{ comment: 'a,1', user_email },
		{ comment: 'ä\n"\\', user_email },
	]);
});

it('a field that does not exist in the item names the ones that do', async () => {
	const file = { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' };
	const { error } = await stage.run(
		'task.uploadSignedDocument',
		{ taskId: byId('10006'), stepRunId: byId('run_1'), binaryPropertyName: 'pdf' },
		{ items: [{ json: {}, binary: { data: file, other: file } }] },
	);
	expect(error?.message).toBe('"Input Data Field Name" names "pdf", which is not a binary field');
	expect(stage.received()).toEqual([]);
});

it('a file without an extension is refused where the service reads it from the name', async () => {
	const { error } = await stage.run(
		'task.addAttachments',
		{ taskId: byId('10001') },
		{
			items: [
				{
					json: {},
					binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'noextension' } },
				},
			],
		},
	);
	expect(error?.message).toBe(
		'"Input Data Field Names" 1 "File Name" must be a file name with an extension, for example contract.pdf',
	);
	expect(stage.received()).toEqual([]);
});

const initiate = {
	workflowId: byId('wf_mutual_nda'),
	specifyVariables: 'json',
	variablesJson: { counterparty: 'A' },
	additionalFields: {
		userEmail: "={{ $json.user ?? 'lena.schroeder@meridian.example' }}",
	},
};

it.each<[object, string]>([[{ user: 'me' }, '"User Email" must be an email address']])(
	'an initiation with %j is refused',
	async (wrong, message) => {
		expect(await refused('workflow.initiate', initiate, {}, wrong as never)).toContain(message);
	},
);

it.each<[string, INodeParameters, object, object, string]>([
	['group.create', { name: '={{ $json.v }}' }, { v: 'a' }, { v: '' }, '"Name" is required'],
	[
		'group.create',
		{ name: 'a', userIds: '={{ $json.v }}' },
		{ v: 1 },
		{ v: '1;2' },
		'"User IDs" must be whole numbers separated by commas, not 1;2',
	],
	[
		'task.getManyByExternalSourceId',
		{ externalSourceId: '={{ $json.v }}' },
		{ v: 'a' },
		{},
		'"External Source ID" is required',
	],
	[
		'task.getStepDocument',
		{ taskId: byId('1'), stepId: byId('s'), download: true, outputField: '={{ $json.v }}' },
		{ v: 'a' },
		{ v: '' },
		'"Put Output File in Field" is required',
	],
	[
		'task.uploadSignedDocument',
		{ taskId: byId('1'), stepRunId: byId('={{ $json.v }}') },
		{ v: 'r' },
		{ v: '' },
		'"Step Run" is required',
	],
	[
		'document.updateAttributes',
		{
			fileId: 'f',
			attributes: { attribute: [{ name: '={{ $json.v }}', dataType: 'text', value: 'x' }] },
		},
		{ v: 'a' },
		{ v: '' },
		'"Attributes" 1 "Name" is required',
	],
	[
		'document.updateAttributes',
		{
			fileId: 'f',
			attributes: { attribute: [{ name: 'n', dataType: '={{ $json.v }}', value: 'x' }] },
		},
		{ v: 'text' },
		{ v: 'clause' },
		'"Attributes" 1 "Data Type" must be one of text, number, boolean, date, link',
	],
])('%s with a wrong field is refused: %j', async (operation, parameters, good, wrong, message) => {
	const { error } = await stage.run(operation, parameters, {
		items: [
			{
				json: good as never,
				binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } },
			},
			{
				json: wrong as never,
				binary: { data: { data: 'YQ==', mimeType: 'text/plain', fileName: 'a.txt' } },
			},
		],
	});
	expect(stage.received()).toEqual([]);
	expect(error?.message).toBe(message);
	expect(error?.description).toMatch(/^Nothing was sent\./);
});
