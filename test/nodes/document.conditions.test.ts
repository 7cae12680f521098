import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import type { Options, Stage } from '../support/stage';
import { itemsOf, keyCredential, startStage } from '../support/stage';
import { refusalsAt } from './refusals';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

let stage: Stage;
beforeAll(async () => {
	stage = await startStage({ documents: 40 });
});
beforeEach(() => stage.sandbox.clearRequests());
afterAll(() => stage.sandbox.stop());

type Row = Readonly<Record<string, unknown>>;

const searchBy = (condition: readonly Row[], more: INodeParameters = {}): INodeParameters => ({
	output: 'raw',
	conditions: { condition: condition as never },
	...more,
});

/** The filters that the service received, whatever it thought of them. */
const sentFilters = async (
	condition: readonly Row[],
	more: INodeParameters = {},
	options: Options = {},
): Promise<unknown[]> => {
	await stage.run('document.search', searchBy(condition, more), options);
	return stage.received().map(({ body }) => (body as { filters: unknown }).filters);
};

const all = (...filters: object[]) => [{ type: 'group', group_operator: 'and', filters }];

/** What the operators take by hand from section 4: lists for `in`, `not_in` and `between`. */
const scalarOperators = ['eq', 'gt', 'gte', 'lt', 'lte', 'contains', 'not_contains', 'exists'];
const listOperators = ['in', 'not_in', 'between'];

/** A kind of field: its choice in the panel, what is typed, and what has to leave. */
const kinds: ReadonlyArray<
	readonly [
		name: string,
		field: string,
		filter: object,
		typed: readonly [string, string],
		sent: readonly [unknown, unknown],
	]
> = [
	['a header field', 'header:2', { type: 'field', field_id: 2 }, ['A', 'B'], ['A', 'B']],
	[
		'a text field',
		'field:106:Counterparty:text',
		{ type: 'field', field_id: 106 },
		['Müller & Søn, A/S', '7'],
		['Müller & Søn, A/S', '7'],
	],
	[
		'a number field',
		'field:103:Contract value:number',
		{ type: 'field', field_id: 103 },
		['480000.50', '-3e2'],
		[480000.5, -300],
	],
	[
		'a date field',
		'field:101:Effective date:date',
		{ type: 'field', field_id: 101 },
		['2026-01-31', '2026-02-01T00:00:00Z'],
		['2026-01-31', '2026-02-01T00:00:00Z'],
	],
	[
		'an enum field',
		'field:104:Governing law:enum',
		{ type: 'field', field_id: 104 },
		['England and Wales', '日本'],
		['England and Wales', '日本'],
	],
	[
		'a boolean field',
		'field:105:Renews automatically:boolean',
		{ type: 'field', field_id: 105 },
		['true', 'FALSE'],
		[true, false],
	],
	[
		'a clause field',
		'field:107:Name: with, all: sorts:clause',
		{ type: 'field', field_id: 107 },
		['thirty days’', 'x'],
		['thirty days’', 'x'],
	],
	[
		'a text attribute',
		'attribute:region_text',
		{ type: 'attribute', attribute_id: 'region_text' },
		['EMEA', '1'],
		['EMEA', '1'],
	],
	[
		'a number attribute',
		'attribute:risk_score_number',
		{ type: 'attribute', attribute_id: 'risk_score_number' },
		['5', '+7.25'],
		[5, 7.25],
	],
	[
		'a boolean attribute',
		'attribute:reviewed_boolean',
		{ type: 'attribute', attribute_id: 'reviewed_boolean' },
		['true', 'false'],
		[true, false],
	],
	[
		'a date attribute',
		'attribute:Fristende (vorläufig)_date',
		{ type: 'attribute', attribute_id: 'Fristende (vorläufig)_date' },
		['2026-01-01', '2026-12-31'],
		['2026-01-01', '2026-12-31'],
	],
	[
		'a link attribute',
		'attribute:dossier_link',
		{ type: 'attribute', attribute_id: 'dossier_link' },
		['https://a.example/?b=1,2', 'c'],
		['https://a.example/?b=1,2', 'c'],
	],
];

describe.each(kinds)('%s', (_name, field, filter, typed, sent) => {
	it.each(scalarOperators)('with %s is sent with one value', async (operator) => {
		const [value] = typed;
		expect(await sentFilters([{ field, operator, value, valueType: 'automatic' }])).toEqual([
			all({ ...filter, operator, value: sent[0] }),
		]);
	});

	it.each(listOperators)('with %s is sent with a list', async (operator) => {
		const row = { field, operator, values: typed.join('\n'), valueType: 'automatic' };
		expect(await sentFilters([row])).toEqual([all({ ...filter, operator, value: sent })]);
	});
});

it('a row that says no more than a field and a value is one of eq', async () => {
	expect(await sentFilters([{ field: 'header:1', value: 'NDA' }])).toEqual([
		all({ type: 'field', field_id: 1, operator: 'eq', value: 'NDA' }),
	]);
});

it('rows go out in their order, as a group of all or of any', async () => {
	const rows = [
		{ field: 'field:104:Governing law:enum', operator: 'eq', value: 'Germany' },
		{ field: 'attribute:region_text', operator: 'in', values: ['EMEA', '東アジア'] },
	];
	const filters = [
		{ type: 'field', field_id: 104, operator: 'eq', value: 'Germany' },
		{
			type: 'attribute',
			attribute_id: 'region_text',
			operator: 'in',
			value: ['EMEA', '東アジア'],
		},
	];
	expect(await sentFilters(rows, { match: 'any' })).toEqual([
		[{ type: 'group', group_operator: 'or', filters }],
	]);
	expect(await sentFilters(rows, { match: 'all' })).toEqual([all(...filters)]);
});

it('what is found meets the conditions', async () => {
	const { output, error } = await stage.run(
		'document.search',
		searchBy([
			{ field: 'field:104:Governing law:enum', operator: 'in', values: ['Germany', 'Delaware'] },
			{ field: 'attribute:risk_score_number', operator: 'gte', value: '10' },
		]),
	);
	expect(error).toBeUndefined();
	expect(output.length).toBeGreaterThan(0);
	for (const { json } of output) {
		const fields = json.fields as Array<{ field_name: string; value: unknown }>;
		const law = fields.find(({ field_name }) => field_name === 'Governing law')?.value;
		expect(['Germany', 'Delaware']).toContain(law);
	}
});

describe('Value Type', () => {
	const number = 'field:103:Contract value:number';
	it.each<[string, string, unknown, unknown]>([
		[number, 'automatic', 12.5, 12.5],
		[number, 'automatic', ' 12 ', 12],
		[number, 'automatic', '9007199254740991', 9007199254740991],
		['header:5', 'boolean', 'True', true],
		['header:5', 'automatic', 'true', 'true'],
		['header:5', 'automatic', true, true],
		['header:4', 'number', '1041', 1041],
		['header:4', 'automatic', 1041, 1041],
		['header:4', 'text', 1041, '1041'],
		['header:7', 'automatic', new Date(0), '1970-01-01T00:00:00.000Z'],
		['field:104:Class:enum', 'automatic', 3, 3],
		['field:106:Counterparty:text', 'automatic', 3, '3'],
		['field:109:Fee: in all:', 'automatic', 3, 3],
		['field:106:Counterparty:text', 'automatic', ' with blanks ', ' with blanks '],
		['field:109:Fee: in all:', 'number', '3', 3],
		['104', 'text', 3, '3'],
	])('of %s with %s sends %p as %p', async (field, valueType, given, sent) => {
		const row = { field, operator: 'eq', value: '={{ $json.value }}', valueType };
		const [[group] = []] = (await sentFilters(
			[row],
			{},
			{
				items: itemsOf({ value: given } as IDataObject),
			},
		)) as Array<Array<{ filters: unknown[] }>>;
		expect(group?.filters).toMatchObject([{ operator: 'eq', value: sent }]);
	});
});

describe('Values', () => {
	it('that is left over from another field is ignored', async () => {
		const field = 'field:103:Contract value:number';
		const row = { field, operator: 'eq', value: '5', valueType: 'text' };
		expect(await sentFilters([row])).toMatchObject([[{ filters: [{ value: 5 }] }]]);
	});

	it.each<[string, unknown, unknown[]]>([
		[
			'a line each, commas and blanks kept',
			'Müller, Inc.\n  indented\n',
			['Müller, Inc.', '  indented'],
		],
		['lines of Windows, empty ones left out', 'a\r\n\r\nb\r\n', ['a', 'b']],
		['a list of an expression, as it is', ['a\nb', 'c, d', 1], ['a\nb', 'c, d', 1]],
		['one value of an expression', 7, [7]],
	])('are %s', async (_name, given, sent) => {
		const row = { field: 'header:6', operator: 'in', values: '={{ $json.values }}' };
		expect(
			await sentFilters([row], {}, { items: itemsOf({ values: given } as IDataObject) }),
		).toEqual([all({ type: 'field', field_id: 6, operator: 'in', value: sent })]);
	});
});

describe('Field by an expression', () => {
	it.each<[unknown, object]>([
		[104, { type: 'field', field_id: 104 }],
		['104', { type: 'field', field_id: 104 }],
		['field:104', { type: 'field', field_id: 104 }],
		['field:104:enum', { type: 'field', field_id: 104 }],
		['region_text', { type: 'attribute', attribute_id: 'region_text' }],
		['attribute:field:1_text', { type: 'attribute', attribute_id: 'field:1_text' }],
	])('is taken as %p', async (field, filter) => {
		const row = { field: '={{ $json.field }}', operator: '={{ $json.operator }}', value: 'x' };
		const items = itemsOf({ field, operator: 'contains' } as IDataObject);
		expect(await sentFilters([row], {}, { items })).toEqual([
			all({ ...filter, operator: 'contains', value: 'x' }),
		]);
	});
});

interface Leaf {
	readonly type: string;
	readonly field_id?: number;
	readonly attribute_id?: string;
	readonly operator: string;
	readonly value: unknown;
}

const example = JSON.parse(
	readFileSync(path.join(__dirname, '../examples/document/searchDocuments.json'), 'utf8'),
) as { examples: Array<{ title: string; request: { body: { filters?: unknown[] } } }> };

const leavesOf = (filters: readonly unknown[]): Leaf[] =>
	filters.flatMap((filter) => {
		const { filters: inner } = filter as { filters?: unknown[] };
		return inner ? leavesOf(inner) : [filter as Leaf];
	});

it('every filter of the examples can be said in conditions, and leaves as it stands there', async () => {
	const leaves = leavesOf(example.examples.flatMap(({ request }) => request.body.filters ?? []));
	expect(new Set(leaves.map(({ operator }) => operator))).toEqual(
		new Set([...scalarOperators, ...listOperators]),
	);
	const rows = leaves.map(({ field_id, attribute_id, operator, value }) => {
		const [first] = [value].flat();
		const typed = [value].flat().map(String).join('\n');
		return {
			field: field_id === undefined ? `attribute:${attribute_id}` : `field:${field_id}`,
			operator,
			...(Array.isArray(value) ? { values: typed } : { value: typed }),
			valueType: typeof first === 'string' ? 'text' : typeof first,
		};
	});
	expect(await sentFilters(rows)).toEqual([all(...leaves)]);
});

describe('what is wrong is told for all rows, and nothing is sent', () => {
	const refused = refusalsAt(() => stage);
	const message = async (rows: readonly Row[]) =>
		await refused(
			'document.search',
			searchBy(
				rows.map((row, index) => ({
					...row,
					field: `={{ $json.fields[${index}] ?? 'header:1' }}`,
				})),
			),
			{ fields: [], value: 'a', values: ['a'], operator: 'eq', valueType: 'text' },
			{ fields: rows.map(({ field }) => field) },
		);

	const fields = (row: Row) => ({
		operator: "={{ $json.operator ?? '" + String(row.operator ?? 'eq') + "' }}",
		valueType: "={{ $json.valueType ?? '" + String(row.valueType ?? 'automatic') + "' }}",
		value: '={{ $json.value ?? ' + JSON.stringify(row.value ?? '') + ' }}',
		values: '={{ $json.values ?? ' + JSON.stringify(row.values ?? '') + ' }}',
		field: row.field,
	});

	it.each<[Row, string]>([
		[
			{ field: [{ toString: 'x' }], value: 'a' },
			'"Conditions" 1 "Field Name or ID" must be a field ID or an attribute ID such as region_text, not [{"toString":"x"}]',
		],
		[{ field: '', value: 'a' }, '"Conditions" 1 "Field Name or ID" is required'],
		[
			{ field: 'governing law', value: 'a' },
			'"Conditions" 1 "Field Name or ID" must be a field ID or an attribute ID such as region_text, not governing law',
		],
		[
			{ field: 'header:1', operator: 'is', value: 'a' },
			'"Conditions" 1 "Operator" (Document Type) must be one of eq, in, gt, gte, lt, lte, not_in, between, contains, not_contains, exists, not is',
		],
		[{ field: 'header:1' }, '"Conditions" 1 "Value" (Document Type) is required'],
		[
			{ field: 'field:103:Contract value:number', value: 'ten' },
			'"Conditions" 1 "Value" (Contract value) must be a number, not ten',
		],
		[
			{ field: 'field:103:Contract value:number', value: '0x10' },
			'"Conditions" 1 "Value" (Contract value) must be a number, not 0x10',
		],
		[
			{ field: 'attribute:reviewed_boolean', value: 'yes' },
			'"Conditions" 1 "Value" (reviewed) must be true or false, not yes',
		],
		[
			{ field: '104', value: ['a', 'b'] },
			'"Conditions" 1 "Value" (field 104) must be one value, not ["a","b"]',
		],
		[
			{ field: 'header:1', value: 'a', valueType: 'date' },
			'"Conditions" 1 "Value Type" (Document Type) must be one of automatic, boolean, number, text, not date',
		],
		[
			{ field: 'header:1', operator: 'in', values: ' \n' },
			'"Conditions" 1 "Values" (Document Type) needs at least one value',
		],
		[
			{ field: 'attribute:risk_score_number', operator: 'between', values: '1\nx\n3\ny' },
			'2 fields are missing or wrong: "Conditions" 1 "Values" 2 (risk_score): must be a number, not x; "Conditions" 1 "Values" 4 (risk_score): must be a number, not y',
		],
	])('%j', async (row, expected) => {
		expect(await message([fields(row)])).toBe(expected);
	});

	it('each row that is wrong has its own sentence', async () => {
		const rows = [
			{ field: 'field:103:Contract value:number', value: 'ten' },
			{ field: 'header:2', value: 'right' },
			{ field: 'attribute:reviewed_boolean', value: 'maybe' },
		].map(fields);
		expect(await message(rows)).toBe(
			'2 fields are missing or wrong: "Conditions" 1 "Value" (Contract value): must be a number, not ten; "Conditions" 3 "Value" (reviewed): must be true or false, not maybe',
		);
	});
});

describe('without conditions', () => {
	it.each<[string, INodeParameters]>([
		['none', {}],
		['none left', { conditions: { condition: [] } }],
	])('all documents are asked for: %s', async (_, given) => {
		await stage.run('document.search', given);
		expect(stage.received()).toMatchObject([{ body: { filters: [] } }]);
	});

	it.each<[string, INodeParameters, string]>([
		['an expression for all rows', { conditions: '={{ [] }}' }, 'must be an object of fields'],
		[
			'an expression for the list of rows',
			{ conditions: { condition: '={{ $json.none }}' } },
			'must be an object of fields',
		],
		['another name for it', { conditions: { conditions: [] } }, 'has no "conditions"'],
		['rows without their group', { conditions: [{ field: '1' }] as never }, 'must be an object'],
	])('nothing is asked for with %s', async (_, given, message) => {
		const { error } = await stage.run('document.search', given);
		expect(error?.message).toContain(`"Conditions" ${message}`);
		expect(stage.received()).toEqual([]);
	});
});

describe('Filters', () => {
	const filters = JSON.stringify(all());
	it.each<[string, INodeParameters, string]>([
		['an empty list', { options: { filtersJson: '[]' } }, '"Filters" is empty'],
		[
			'conditions beside them',
			searchBy([{ field: 'header:1', value: 'NDA' }], {
				options: { filtersJson: filters },
			}),
			'"Filters" cannot be combined with Conditions',
		],
	])('are refused with %s', async (_, given, message) => {
		const { error } = await stage.run('document.search', given);
		expect(error?.message).toBe(message);
		expect(stage.received()).toEqual([]);
	});
});

it('in a loop each item has its own conditions, and one that is wrong goes to the error output', async () => {
	const row = {
		field: '={{ $json.field }}',
		operator: 'eq',
		value: '={{ $json.value }}',
		valueType: 'automatic',
	};
	const { output, errorOutput } = await stage.run('document.search', searchBy([row]), {
		onError: 'continueErrorOutput',
		items: itemsOf(
			{ field: 'attribute:risk_score_number', value: '7' },
			{ field: 'attribute:risk_score_number', value: 'seven' },
			{ field: 'field:999:Old field:text', value: 'a' },
		),
	});
	expect(stage.received().map(({ body }) => body)).toEqual(
		expect.arrayContaining([
			expect.objectContaining({
				filters: all({
					type: 'attribute',
					attribute_id: 'risk_score_number',
					operator: 'eq',
					value: 7,
				}),
			}),
			expect.objectContaining({
				filters: all({ type: 'field', field_id: 999, operator: 'eq', value: 'a' }),
			}),
		]),
	);
	expect(output.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
	const errors = errorOutput.map(({ json }) => json.error as IDataObject);
	expect(errors[0]?.message).toBe(
		'"Conditions" 1 "Value" (risk_score) must be a number, not seven',
	);
	expect(errors[1]?.description).toContain(
		'The service says: "Conditions" 1 "Field Name or ID" (Old field): there is no field 999.',
	);
});

describe('what the service refuses is told at its row', () => {
	const rows = [
		{ field: 'header:1', operator: 'eq', value: 'NDA' },
		{ field: 'field:777:Gone field:enum', operator: 'not_in', values: ['a', 'b'] },
	];
	it.each<[ReadonlyArray<string | number>, string]>([
		[['filters', 0, 'filters', 0, 'value'], '"Conditions" 1 "Value" (Document Type)'],
		[['filters', 0, 'filters', 1, 'value'], '"Conditions" 2 "Values" (Gone field)'],
		[['filters', 0, 'filters', 1, 'value', 1], '"Conditions" 2 "Values" 2 (Gone field)'],
		[['filters', 0, 'filters', 1, 'operator'], '"Conditions" 2 "Operator" (Gone field)'],
		[['filters', 0, 'filters', 1, 'field_id'], '"Conditions" 2 "Field Name or ID" (Gone field)'],
		[['filters', 0, 'filters', 1], '"Conditions" 2 (Gone field)'],
		[
			['filters', 0, 'group', 'filters', 1, 'field', 'value', 'list[str]', 0],
			'"Conditions" 2 "Values" 1 (Gone field)',
		],
		[['filters', 0, 'group_operator'], '"Match"'],
		[['filters', 0, 'filters', 9, 'value'], '"Conditions"'],
		[['filters'], '"Conditions"'],
		[['limit'], '"Limit"'],
	])('%j', async (loc, label) => {
		const server = await serve((response) =>
			sendJson(response, 422, {
				detail: [{ loc: ['body', ...loc], msg: 'is wrong', type: 'value_error' }],
			}),
		);
		const { error } = await stage.run('document.search', searchBy(rows), {
			credentials: keyCredential(server.url, 'key_1'),
		});
		expect(error?.description).toContain(`The service says: ${label}: is wrong.`);
	});

	it('with JSON it is told at the place in the JSON', async () => {
		const server = await serve((response) =>
			sendJson(response, 422, {
				detail: [
					{
						loc: ['body', 'filters', 0, 'filters', 1, 'value'],
						msg: 'is wrong',
						type: 'value_error',
					},
				],
			}),
		);
		const { error } = await stage.run(
			'document.search',
			{ options: { filtersJson: JSON.stringify(all()) } },
			{ credentials: keyCredential(server.url, 'key_1') },
		);
		expect(error?.description).toContain('"Filters" 1 "Filters" 2 "Value": is wrong.');
	});
});
