import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { filtersOf } from '../../../nodes/ContractWorkflow/resources/document/documentFilters';
import { sendJson, serverPool } from '../../support/answeringServer';
import { itemsOf, keyCredential, sharedStage } from '../../support/stage';

const serve = serverPool();

const stage = sharedStage({ documents: 40 });

type Row = Readonly<Record<string, unknown>>;

const searchBy = (condition: readonly Row[], more: INodeParameters = {}): INodeParameters => ({
	output: 'raw',
	conditions: { condition: condition as never },
	...more,
});

/** The filters that the service received, whatever it thought of them. */
const sentFilters = (): unknown[] =>
	stage.received().map(({ body }) => (body as { filters: unknown }).filters);

/** Runs a search whose conditions are fixed texts. */
const search = async (rows: readonly Row[], more?: INodeParameters) =>
	await stage.run('document.search', searchBy(rows, more));

/** Runs a search by conditions that expressions give, whatever type their values have. */
const searchByExpressions = async (rows: readonly Row[]) => {
	const expressions = rows.map((row, index) =>
		Object.fromEntries(Object.keys(row).map((key) => [key, `={{ $json.rows[${index}].${key} }}`])),
	);
	const items = itemsOf({ rows });
	return await stage.run('document.search', searchBy(expressions), { items });
};

const all = (...filters: object[]) => [{ type: 'group', group_operator: 'and', filters }];
const header = (id: number) => ({ type: 'field', field_id: id });
const attribute = (id: string) => ({ type: 'attribute', attribute_id: id });

/** What the operators take by hand from section 4: lists for `in`, `not_in` and `between`. */
const scalarOperators = ['eq', 'gt', 'gte', 'lt', 'lte', 'contains', 'not_contains'];
const listOperators = ['in', 'not_in', 'between'];

/** The choice of a field in the panel, what is typed, and what is sent. */
it.each<readonly [field: string, filter: object, typed: string[], sent: unknown[]]>([
	['header:2', header(2), ['A', 'B'], ['A', 'B']],
	[
		'field:106:Counterparty:text',
		header(106),
		['Müller & Søn, A/S', '7'],
		['Müller & Søn, A/S', '7'],
	],
	['field:103:Contract value:number', header(103), ['480000.50', ' -3e2 '], [480000.5, -300]],
	[
		'field:101:Effective date:date',
		header(101),
		['2026-01-31', '2026-02-01T00:00:00Z'],
		['2026-01-31', '2026-02-01T00:00:00Z'],
	],
	['field:105:Renews automatically:boolean', header(105), ['true', ' FALSE'], [true, false]],
	['attribute:risk_score_number', attribute('risk_score_number'), ['5', '+7.25'], [5, 7.25]],
	[
		'attribute:Fristende (vorläufig)_date',
		attribute('Fristende (vorläufig)_date'),
		['2026-01-01', '2026-12-31'],
		['2026-01-01', '2026-12-31'],
	],
])('%s is sent in its type with every operator', async (field, filter, typed, sent) => {
	const [value] = typed;
	await search([
		...scalarOperators.map((operator) => ({ field, operator, value })),
		...listOperators.map((operator) => ({ field, operator, value: typed.join('\n') })),
		{ field, operator: 'exists', value: 'True' },
	]);
	expect(sentFilters()).toEqual([
		all(
			...scalarOperators.map((operator) => ({ ...filter, operator, value: sent[0] })),
			...listOperators.map((operator) => ({ ...filter, operator, value: sent })),
			{ ...filter, operator: 'exists', value: true },
		),
	]);
});

const number = 'field:103:Contract value:number';
const text = 'field:106:Counterparty:text';

it.each<readonly [row: Row, sent: unknown]>([
	[{ field: number, value: 12.5 }, 12.5],
	[{ field: number, value: '5', valueType: 'text' }, 5],
	[{ field: 'header:5', value: 'True', valueType: 'boolean' }, true],
	[{ field: 'header:5', value: 'true' }, 'true'],
	[{ field: 'header:5', operator: 'exists', value: 'true', valueType: 'text' }, true],
	[{ field: 'header:4', value: '1041', valueType: 'number' }, 1041],
	[{ field: 'header:4', value: 1041, valueType: 'text' }, '1041'],
	[{ field: 'header:7', value: new Date(0) }, '1970-01-01T00:00:00.000Z'],
	[{ field: 'field:104:Class:enum', value: 3 }, 3],
	[{ field: text, value: 3 }, '3'],
	[{ field: text, value: '\u00a0 NDA\n' }, 'NDA'],
	[{ field: 'field:109:Fee: in all:', value: 3 }, 3],
	[{ field: 'field:109:Fee: in all:', value: '3', valueType: 'number' }, 3],
	[{ field: 'header:6', operator: 'in', value: 'Müller, Inc.\n\nb\r\n' }, ['Müller, Inc.', 'b']],
	[{ field: 'header:6', operator: 'in', value: ['a\nb', 'c, d', 1] }, ['a\nb', 'c, d', 1]],
])('%j sends %j', async (row, sent) => {
	await searchByExpressions([row]);
	expect(sentFilters()).toMatchObject([
		[
			{
				filters: [{ operator: 'eq', ...row, value: sent }].map(({ operator, value }) => ({
					operator,
					value,
				})),
			},
		],
	]);
});

it.each<readonly [field: unknown, filter: object]>([
	[104, header(104)],
	[' field:104 ', header(104)],
	['field:104:enum', header(104)],
	['region_text', attribute('region_text')],
	['attribute:field:1_text', attribute('field:1_text')],
])('a field by an expression can be %j', async (field, filter) => {
	await searchByExpressions([{ field, operator: 'contains', value: 'x' }]);
	expect(sentFilters()).toEqual([all({ ...filter, operator: 'contains', value: 'x' })]);
});

it('rows go out in their order, as a group of any where that is chosen', async () => {
	const rows = [
		{ field: 'field:104:Governing law:enum', operator: 'in', value: 'Germany\nDelaware' },
		{ field: 'attribute:risk_score_number', operator: 'gte', value: '10' },
		{ field: 'header:1', value: 'NDA' },
	];
	const filters = [
		{ ...header(104), operator: 'in', value: ['Germany', 'Delaware'] },
		{ ...attribute('risk_score_number'), operator: 'gte', value: 10 },
		{ ...header(1), operator: 'eq', value: 'NDA' },
	];
	await search(rows, { match: 'any' });
	expect(sentFilters()).toEqual([[{ type: 'group', group_operator: 'or', filters }]]);
});

const about = (name: string) => `"Conditions" 1 "Value" (${name})`;

it.each<readonly [row: Row, message: string]>([
	[
		{ field: '', value: 'a' },
		'"Conditions" 1 "Field Name or ID" is empty: its expression returned nothing',
	],
	[
		{ field: 'law', value: 'a' },
		'"Conditions" 1 "Field Name or ID" must be a field ID or an attribute ID such as region_text, not law',
	],
	[
		{ field: 'header:1', operator: 'is', value: 'a' },
		'"Conditions" 1 "Operator" (Document Type) must be one of eq, in, gt, gte, lt, lte, not_in, between, contains, not_contains, exists, not is',
	],
	[{ field: 'header:1' }, `${about('Document Type')} is required`],
	[
		{ field: 'attribute:renewed_on_date', operator: 'between', value: '2026-01-01\n2026-02-30' },
		`${about('renewed_on')} must be a date that exists, not 2026-02-30`,
	],
	[{ field: number, value: 'ten' }, `${about('Contract value')} must be a number, not ten`],
	[
		{ field: 'attribute:reviewed_boolean', value: 'on' },
		`${about('reviewed')} must be true or false, not on`,
	],
	[{ field: '104', value: ['a', 'b'] }, `${about('104')} must be one value, not ["a","b"]`],
	[
		{ field: 'header:1', value: 'a', valueType: 'date' },
		'"Conditions" 1 "Value Type" must be one of automatic, boolean, number, text, not date',
	],
	[
		{ field: 'header:1', operator: 'in', value: ' \n' },
		'"Conditions" 1 "Value" is empty: its expression returned nothing',
	],
])('%j is refused before anything is sent', async (row, message) => {
	const { error } = await searchByExpressions([row]);
	expect(error?.message).toBe(message);
	expect(sentFilters()).toEqual([]);
});

it('each row that is wrong has its own sentence', async () => {
	const { error } = await search([
		{ field: number, value: 'ten' },
		{ field: 'header:2', value: 'right' },
		{ field: 'attribute:risk_score_number', operator: 'between', value: '1\nx\n3\ny' },
	]);
	expect(error?.message).toBe('2 fields are missing or wrong');
	expect(error?.description?.split('\n').slice(0, 2)).toEqual([
		'• "Conditions" 1 "Value" (Contract value) must be a number, not ten',
		'• "Conditions" 3 "Value" (risk_score) must be a number, not x',
	]);
	expect(sentFilters()).toEqual([]);
});

const filters = JSON.stringify(all());

it.each<readonly [given: INodeParameters, message: string]>([
	[{ conditions: { condition: '={{ $json.none }}' } }, '"Conditions" must be an object of fields'],
	[{ options: { filtersJson: '[]' } }, '"Filters" is empty'],
	[
		searchBy([{ field: '1', value: 'a' }], { options: { filtersJson: filters } }),
		'"Filters" cannot be combined with Conditions',
	],
])('nothing is asked for with %j', async (given, message) => {
	const { error } = await stage.run('document.search', given);
	expect(error?.message).toContain(message);
	expect(sentFilters()).toEqual([]);
});

describe('what the service refuses is told at its place', () => {
	const refusedAt = async (parameters: INodeParameters, ...places: unknown[][]) => {
		const server = await serve((response) =>
			sendJson(response, 422, {
				detail: places.map((loc) => ({ loc: ['body', ...loc], msg: 'no', type: 'value_error' })),
			}),
		);
		const credentials = keyCredential(server.url, 'key_1');
		const { error } = await stage.run('document.search', parameters, { credentials });
		return error?.description ?? '';
	};
	const inner = ['filters', 0, 'filters'];

	it.each<readonly [place: unknown[], label: string]>([
		[[...inner, 0, 'value'], '"Conditions" 1 (Document Type)'],
		[[...inner, 1, 'value', 1], '"Conditions" 2 (Gone field)'],
		[
			['filters', 0, 'group', 'filters', 1, 'field', 'value', 'list[str]', 0],
			'"Conditions" 2 (Gone field)',
		],
		[['filters', 0, 'group_operator'], '"Conditions"'],
		[[...inner, 9, 'value'], '"Conditions"'],
		[['limit'], '"Limit"'],
	])('%j', async (place, label) => {
		const rows = [
			{ field: 'header:1', operator: 'eq', value: 'NDA' },
			{ field: 'field:777:Gone field:enum', operator: 'not_in', value: 'a\nb' },
		];
		expect(await refusedAt(searchBy(rows), place)).toContain(`The service says: ${label}: no.`);
	});
});

it.each([
	['field:105:Signed at:date', ' 2026-01-31T09:00\u200b', '2026-01-31T09:00+05:45'],
	['field:105:Signed at:date', '2026-01-31T09:00Z', '2026-01-31T09:00Z'],
	['field:105:Signed at:date', '2026-01-31', '2026-01-31'],
	['field:101:Title:text', '2026-01-31T09:00', '2026-01-31T09:00'],
])('%s is compared with %j as %s, in the time zone of the workflow', (field, value, sent) => {
	const row = { field, operator: 'gte', value, valueType: 'automatic' } as const;
	const [group] = filtersOf({ conditions: { condition: [row] }, match: 'all' }, 'Asia/Kathmandu');
	expect(group).toMatchObject({ filters: [{ value: sent }] });
});
