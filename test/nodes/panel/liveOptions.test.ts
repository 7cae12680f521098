import { expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { sendJson, serverPool } from '../../support/answeringServer';
import { loadOptions } from '../../support/listSearch';
import { keyCredential, parametersOf, sharedStage } from '../../support/stage';

const serve = serverPool();

/** One for each test: what was read is kept for some seconds, by address. */
const stage = sharedStage({ tasks: 0, documents: 5 });

type Row = Readonly<Record<string, unknown>>;

const optionsOfRow = async (method: string, row: Row, credentials = stage.credentials) =>
	await loadOptions({
		method,
		parameters: parametersOf('document.search', {
			conditions: { condition: [{ field: 'header:1' }, row] } as unknown as INodeParameters,
		}),
		field: `conditions.condition[1].${method === 'searchFields' ? 'field' : 'operator'}`,
		credentials,
	});

const attributesFor = async (attribute: string, credentials = stage.credentials) =>
	await loadOptions({
		method: 'attributes',
		parameters: parametersOf('document.updateAttributes', {
			attributes: { attribute: [{ attribute }] },
		}),
		field: 'attributes.attribute[0].attribute',
		credentials,
	});

/** An organization with these fields and attributes. */
const organization = async (
	org_fields: readonly object[],
	attributes: readonly object[] | null,
) => {
	const { url } = await serve((response) => sendJson(response, 200, { org_fields, attributes }));
	return keyCredential(url, 'key_1');
};

const field = (org_field_id: number, name: string, more: object = {}) => ({
	org_field_id,
	name,
	field_value_type: 'text',
	field_scope: 's',
	description: null,
	enum_values: null,
	document_types: null,
	...more,
});

const attributes = [
	['dossier (link attribute)', 'attribute:dossier_link'],
	['region (text attribute)', 'attribute:region_text'],
	['renewal_date (date attribute)', 'attribute:renewal_date_date'],
	['reviewed (boolean attribute)', 'attribute:reviewed_boolean'],
	['risk_score (number attribute)', 'attribute:risk_score_number'],
];

it('own fields come before attributes and built-in fields, by one request', async () => {
	const options = await optionsOfRow('searchFields', {});
	expect(stage.received()).toEqual([
		{ request: 'GET /core/org-fields', query: { include_attributes: 'true' } },
	]);
	expect(options.map(({ name, value }) => [name, value])).toEqual([
		['Contract value (number)', 'field:103:Contract value:number'],
		['Counterparty (text)', 'field:106:Counterparty:text'],
		['Effective date (date)', 'field:101:Effective date:date'],
		['Expiration date (date)', 'field:102:Expiration date:date'],
		['Governing law (enum)', 'field:104:Governing law:enum'],
		['Kündigungsfrist (Tage) (number)', 'field:108:Kündigungsfrist (Tage):number'],
		['Renews automatically (boolean)', 'field:105:Renews automatically:boolean'],
		['Termination for convenience (clause)', 'field:107:Termination for convenience:clause'],
		...attributes,
		['Document Type (built-in)', 'header:1'],
		['Document Title (built-in)', 'header:2'],
		['File Name (built-in)', 'header:3'],
		['Uploaded By User ID (built-in)', 'header:4'],
		['Active (built-in)', 'header:5'],
		['Source (built-in)', 'header:6'],
		['Document Created At (built-in)', 'header:7'],
		['Exhibits (built-in)', 'header:8'],
		['Category (built-in)', 'header:9'],
	]);
	const described = (value: string) => options.find((one) => one.value === value)?.description;
	expect(described('field:107:Termination for convenience:clause')).toBe(
		'Org field 107, for Master Services Agreement, Lease',
	);
	expect(described('field:104:Governing law:enum')).toBe(
		'Org field 104. Values: England and Wales, Delaware, Germany, Switzerland, 日本',
	);
});

it('attributes are a new one, and those of the organization', async () => {
	const options = await attributesFor('new');
	expect(options.map(({ name, value }) => [name, value])).toEqual([
		['New Attribute', 'new'],
		...attributes,
	]);
});

const comparisons = ['gt', 'gte', 'lt', 'lte'];
const ofNumbers = ['Is More Than', 'Is at Least', 'Is Less Than', 'Is at Most'];
const ofDates = ['Is After', 'Is on or After', 'Is Before', 'Is on or Before'];
const ofBoth = ofNumbers.map((words, index) => `${words} / ${ofDates[index]}`);

it.each<[field: string, words: string[]]>([
	['field:103:Contract value:number', ofNumbers],
	['field:101:Effective date:date', ofDates],
	['header:7', ofDates],
	['header:2', ofBoth],
	['={{ $json.field }}', ofBoth],
	['', ofBoth],
])('the operators for %j have words for its type, without a request', async (choice, words) => {
	const options = await optionsOfRow('operators', { field: choice });
	expect(options).toHaveLength(11);
	expect(comparisons.map((value) => options.find((one) => one.value === value)?.name)).toEqual(
		words,
	);
	expect(options.find(({ value }) => value === 'in')).toEqual({
		name: 'Is One Of',
		value: 'in',
		description: 'Enter one value per line',
	});
	expect(stage.received()).toEqual([]);
});

it.each<[what: string, choice: string, name: string]>([
	['that is gone', 'field:999:Old law:enum', 'Old law (enum), not in the list'],
	['without a name that is gone', 'field:999', '999, not in the list'],
	['with another name', 'field:104:Law:enum', 'Law (enum), not in the list'],
	['of an attribute that is gone', 'attribute:old_text', 'old (text attribute), not in the list'],
	['of nothing', 'governing law', 'governing law (not a field)'],
])('the choice of a field %s stays readable', async (_what, choice, name) => {
	const [first, ...others] = await optionsOfRow('searchFields', { field: choice });
	expect(first).toMatchObject({ name, value: choice });
	expect(others).toHaveLength(22);
});

it('a field of a type that nobody knows yet can be chosen', async () => {
	const type = { field_value_type: 'number_with_currency' };
	const credentials = await organization([field(109, 'Fee', type)], []);
	const [first, ...others] = await optionsOfRow('searchFields', {}, credentials);
	expect(first).toEqual({
		name: 'Fee (number_with_currency)',
		value: 'field:109:Fee:',
		description: 'Org field 109',
	});
	expect(others).toHaveLength(9);
});

it('a list that cannot be loaded says why, in the words of the node, and is asked for anew', async () => {
	const expired = keyCredential(stage.sandbox.baseUrl, stage.sandbox.apiKeys.expired);
	for (let look = 0; look < 2; look++) {
		await expect(optionsOfRow('searchFields', {}, expired)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(
				/^The service did not accept the credential\. The service says: API key has expired\. /,
			),
		});
	}
	expect(stage.received()).toHaveLength(2);
	expect(await optionsOfRow('searchFields', {})).toHaveLength(22);
});
