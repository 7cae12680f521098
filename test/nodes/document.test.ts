import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Json, Stage } from '../support/stage';
import { itemsOf, paired, startStage } from '../support/stage';

let stage: Stage;
beforeAll(async () => {
	stage = await startStage({ documents: 450 });
});
afterAll(async () => await stage.sandbox.stop());

const request = 'POST /core/documents/search';

const found = async (body: object, item = 0) => {
	const { documents } = await stage.ask('POST', '/core/documents/search', body);
	return (documents as unknown as Json[]).map((json) => ({ pairedItem: { item }, json }));
};

it('Search with the limit of 50 asks for exactly one page of 50', async () => {
	const { output } = await stage.run('document.search', { output: 'raw' });
	expect(stage.received()).toEqual([{ request, body: { limit: 50, offset: 0, filters: [] } }]);
	expect(paired(output)).toEqual(await found({ limit: 50 }));
});

it('Search with a limit over a page asks for the rest and no more', async () => {
	const { output } = await stage.run('document.search', { output: 'raw', limit: 205 });
	expect(stage.received()).toEqual([
		{ request, body: { limit: 200, offset: 0, filters: [] } },
		{ request, body: { limit: 5, offset: 200, filters: [] } },
	]);
	expect(paired(output)).toEqual([
		...(await found({ limit: 200 })),
		...(await found({ limit: 5, offset: 200 })),
	]);
});

it('Search with Return All asks for every page once', async () => {
	const { output } = await stage.run('document.search', {
		output: 'raw',
		returnAll: true,
	});
	expect(stage.received()).toEqual(
		[0, 199, 398].map((offset) => ({ request, body: { limit: 200, offset, filters: [] } })),
	);
	expect(output).toHaveLength(450);
	expect(new Set(output.map(({ json }) => json.document_id)).size).toBe(450);
});

const everyFilter = [
	{ type: 'field', field_id: 1, operator: 'eq', value: 'NDA' },
	{ type: 'field', field_id: 103, operator: 'between', value: [1000, 900000] },
	{ type: 'attribute', attribute_id: 'risk_score_number', operator: 'gte', value: 5 },
	{
		type: 'group',
		group_operator: 'or',
		filters: [
			{
				type: 'attribute',
				attribute_id: 'region_text',
				operator: 'in',
				value: ['EMEA', '東アジア'],
			},
			{
				type: 'group',
				filters: [{ type: 'field', field_id: 5, operator: 'eq', value: true }],
			},
		],
	},
];

it('Search sends the filters of each item, written as text or given as a value', async () => {
	const one = [{ type: 'field', field_id: 1, operator: 'not_in', value: ['NDA', 'Lease'] }];
	const { output, error } = await stage.run(
		'document.search',
		{
			output: 'raw',
			returnAll: true,
			options: { filtersJson: '={{ $json.filters }}' },
		},
		{ items: itemsOf({ filters: everyFilter }, { filters: JSON.stringify(one) }) },
	);
	expect(error).toBeUndefined();
	const bodies = stage.received().map(({ body }) => body as { filters: unknown });
	expect(bodies).toHaveLength(1 + 3);
	expect(bodies).toContainEqual({ limit: 200, offset: 0, filters: everyFilter });
	expect(bodies).toContainEqual({ limit: 200, offset: 0, filters: one });
	const itemsFor = (index: number) =>
		output.filter(({ pairedItem }) => (pairedItem as { item: number }).item === index);
	expect(paired(itemsFor(0))).toEqual(await found({ limit: 200, filters: everyFilter }));
	expect(itemsFor(0).length).toBeGreaterThan(0);
	expect(
		itemsFor(1).every(({ json }) => !['NDA', 'Lease'].includes(String(json.document_type))),
	).toBe(true);
});

it('Update Attributes sets the attributes of the file of each item', async () => {
	const file = stage.sandbox.ids.fileId ?? '';
	const { output, error } = await stage.run(
		'document.updateAttributes',
		{
			fileId: '={{ $json.file }}',
			attributes: {
				attribute: [
					{ name: '={{ $json.name }}', dataType: '={{ $json.type }}', value: '={{ $json.value }}' },
					{ name: 'note', dataType: 'text', value: '={{ $json.note }}' },
				],
			},
		},
		{
			items: itemsOf(
				{ file, name: 'score', type: 'number', value: 7.5, note: 'erste – 一' },
				{ file, name: 'renewal', type: 'date', value: '2027-01-31', note: '' },
				{ file, name: 'signed', type: 'boolean', value: true, note: '' },
				{ file, name: 'link', type: 'link', value: 'https://files.meridian.example/1', note: 'x' },
			),
		},
	);
	expect(error).toBeUndefined();
	const body = (name: string, data_type: string, value: string, note: string) => ({
		request: `PATCH /core/files/${file}/attributes`,
		body: {
			attributes: [
				{ name, data_type, value },
				{ name: 'note', data_type: 'text', value: note },
			],
		},
	});
	expect(stage.received()).toEqual([
		body('score', 'number', '7.5', 'erste – 一'),
		body('renewal', 'date', '2027-01-31', ''),
		body('signed', 'boolean', 'true', ''),
		body('link', 'link', 'https://files.meridian.example/1', 'x'),
	]);
	expect(output).toEqual(
		['score', 'renewal', 'signed', 'link'].map((name, item) => ({
			pairedItem: { item },
			json: { file_id: file, status: 'success', updated_attributes: [name, 'note'] },
		})),
	);
});

const updated = async (parameters: INodeParameters, item: IDataObject = {}) => {
	const result = await stage.run(
		'document.updateAttributes',
		{ fileId: stage.sandbox.ids.fileId ?? '', ...parameters },
		{ items: itemsOf(item) },
	);
	const bodies = stage.received().map(({ body }) => (body as { attributes: unknown }).attributes);
	return { ...result, bodies };
};

const wrongValues: ReadonlyArray<readonly [string, unknown, string]> = [
	['number', 'abc', 'must be a number, not abc'],
	['number', '1,200', 'must be a number, not 1,200'],
	['number', true, 'must be a number, not true'],
	['boolean', 'yes', 'must be true or false, not yes'],
	['boolean', 1, 'must be true or false, not 1'],
	['date', '31.12.2026', 'must be an ISO 8601 date, for example 2026-01-31'],
	['date', 'soon', 'must be an ISO 8601 date, for example 2026-01-31'],
];

it.each(wrongValues)('Update Attributes refuses a %s that is %j', async (type, value, message) => {
	const rows: ReadonlyArray<readonly [row: INodeParameters, label: string]> = [
		[
			{ name: 'mine', dataType: type, value: '={{ $json.value }}' },
			'"Attributes" 1 "Value" (mine)',
		],
		[{ attribute: `mine_${type}`, value: '={{ $json.value }}' }, '"Attributes" 1 "Value" (mine)'],
	];
	for (const [row, label] of rows) {
		const parameters = { attributes: { attribute: [row] } };
		const { error, bodies } = await updated(parameters, { value } as never);
		expect(error?.message).toContain(`${label} ${message}`);
		expect(bodies).toEqual([]);
	}
	if (typeof value !== 'string') return;
	const attributesJson = JSON.stringify([
		{ name: 'first', data_type: 'number', value: '1' },
		{ name: 'mine', data_type: type, value },
	]);
	const { error, bodies } = await updated({ specifyAttributes: 'json', attributesJson });
	expect(error?.message).toContain(`"Attributes" 2 (mine) ${message}`);
	expect(bodies).toEqual([]);
});

it('Update Attributes sends each value in the form of its type, and an empty one as it is', async () => {
	const given: ReadonlyArray<readonly [type: string, value: string, sent: string]> = [
		['number', ' -1.5e3 ', '-1.5e3'],
		['boolean', ' TRUE ', 'true'],
		['date', ' 2028-02-29 ', '2028-02-29'],
		['text', ' abc ', ' abc '],
		['link', 'no address', 'no address'],
		['number', '', ''],
	];
	const sent = given.map(([data_type, , value], index) => ({
		name: `a${index}`,
		data_type,
		value,
	}));
	const list = await updated({
		attributes: {
			attribute: given.map(([dataType, value], index) => ({ name: `a${index}`, dataType, value })),
		},
	});
	const json = await updated({
		specifyAttributes: 'json',
		attributesJson: given.map(([data_type, value], index) => ({
			name: `a${index}`,
			data_type,
			value,
		})),
	});
	for (const { bodies } of [list, json]) expect(bodies).toEqual([sent]);
});

it('Update Attributes takes attributes from the list, with the type that they have, and new ones', async () => {
	const { bodies, error } = await updated(
		{
			attributes: {
				attribute: [
					{ attribute: 'risk_score_number', value: '={{ $json.score }}' },
					{ attribute: 'reviewed_boolean', value: '={{ $json.reviewed }}' },
					{ attribute: '={{ $json.id }}', value: '={{ $json.day }}' },
					{ attribute: 'new', name: 'Zuständigkeit', dataType: 'text', value: 'Köln, Nord' },
					{ name: 'cleared', value: '' },
				],
			},
		},
		{ score: 7.5, reviewed: false, id: 'renewal_date_date', day: new Date(0) as never },
	);
	expect(error).toBeUndefined();
	expect(bodies).toEqual([
		[
			{ name: 'risk_score', data_type: 'number', value: '7.5' },
			{ name: 'reviewed', data_type: 'boolean', value: 'false' },
			{ name: 'renewal_date', data_type: 'date', value: '1970-01-01T00:00:00.000Z' },
			{ name: 'Zuständigkeit', data_type: 'text', value: 'Köln, Nord' },
			{ name: 'cleared', data_type: 'text', value: '' },
		],
	]);
});

it('Update Attributes takes them as JSON, written as text or given as a value', async () => {
	const json = [{ name: 'note', data_type: 'text', value: 'a' }];
	const by = { specifyAttributes: 'json', attributesJson: '={{ $json.given }}' };
	expect((await updated(by, { given: json })).bodies).toEqual([json]);
	expect((await updated(by, { given: JSON.stringify(json) })).bodies).toEqual([json]);
	const wrong = await updated(by, { given: [{ name: 'note', data_type: 'text', value: 5 }] });
	expect(wrong.error?.message).toBe('"Attributes" 1 "Value" must be text, whatever the type');
	expect(wrong.bodies).toEqual([]);
});

it.each<[unknown, string]>([
	[undefined, '"Attributes" is empty'],
	[[], '"Attributes" is empty'],
	['[]', '"Attributes" is empty'],
	[[null], '"Attributes" is empty'],
	['[null]', '"Attributes" 1 must be an object, not null'],
	[[{ name: 'note', data_type: 'text', value: 'a' }, null], '"Attributes" 2 must be an object'],
])('Update Attributes as JSON refuses %j, and leaves out nothing', async (given, message) => {
	const by = { specifyAttributes: 'json', attributesJson: '={{ $json.given }}' };
	const { bodies, error } = await updated(by, { given: given as never });
	expect(error?.message).toContain(message);
	expect(bodies).toEqual([]);
});

it.each<[string, INodeParameters, string]>([
	[
		'rows that are wrong, all of them',
		{
			attributes: {
				attribute: [
					{ attribute: 'risk score', value: '1' },
					{ attribute: 'risk_score_number', value: '={{ {} }}' },
					{ attribute: 'new', name: 'risk_score', dataType: 'number', value: '1' },
					{ attribute: 'new', name: '' },
				],
			},
		},
		[
			'4 fields are missing or wrong',
			'• "Attributes" 1 "Attribute Name or ID": must be an attribute ID such as region_text, not risk score',
			'• "Attributes" 2 "Value" (risk_score): must be a number, not {}',
			'• "Attributes" 3 (risk_score): is already set by an earlier row',
			'• "Attributes" 4 "Name": is required',
		].join('\n'),
	],
	['no rows', { attributes: {} }, '"Attributes" is empty'],
])('Update Attributes refuses %s', async (_name, parameters, message) => {
	const { bodies, error } = await updated(parameters);
	expect(`${error?.message}\n${error?.description}`).toContain(`${message}\n`);
	expect(bodies).toEqual([]);
});
