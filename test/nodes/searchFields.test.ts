import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { sendJson, serverPool } from '../support/answeringServer';
import { loadOptions } from '../support/loadOptions';
import { loadNode } from '../support/n8nCore';
import type { Stage } from '../support/stage';
import { keyCredential, parametersOf, startStage } from '../support/stage';

const { serve, stopAll } = serverPool();
afterEach(stopAll);

/** One for each test: what was read is kept for some seconds, by address. */
let stage: Stage;
beforeEach(async () => {
	stage = await startStage({ tasks: 0, documents: 5 });
});
afterEach(() => stage.sandbox.stop());

type Row = Readonly<Record<string, unknown>>;

const optionsOfRow = async (method: string, row: Row, credentials = stage.credentials) =>
	await loadOptions({
		method,
		parameters: parametersOf('document.search', {
			conditions: { condition: [{ field: 'header:1' }, row] } as unknown as INodeParameters,
		}),
		field: `conditions.condition[1].${method === 'searchFields' ? 'field' : 'value'}`,
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

const everyMethod = (properties: readonly INodeProperties[]): string[] =>
	properties.flatMap(({ typeOptions, options = [] }) => [
		...(typeof typeOptions?.loadOptionsMethod === 'string' ? [typeOptions.loadOptionsMethod] : []),
		...options.flatMap((option) => {
			if ('values' in option) return everyMethod(option.values);
			return 'type' in option ? everyMethod([option]) : [];
		}),
	]);

it('every list of options that a field names is there', async () => {
	const node = await loadNode();
	const { properties } = node.description as INodeTypeDescription;
	const { loadOptions: offered } = ('methods' in node && node.methods) || {};
	expect(Object.keys(offered ?? {})).toEqual(expect.arrayContaining(everyMethod(properties)));
	expect(everyMethod(properties)).toEqual(
		expect.arrayContaining(['searchFields', 'fieldChoices', 'attributes']),
	);
});

it('fields are header fields, org fields and attributes, with their types, by one request', async () => {
	const options = await optionsOfRow('searchFields', {});
	expect(stage.received()).toEqual([
		{ request: 'GET /core/org-fields', query: { include_attributes: 'true' } },
	]);
	expect(options.map(({ name, value }) => [name, value])).toEqual([
		['Document Type (built-in)', 'header:1'],
		['Document Title (built-in)', 'header:2'],
		['File Name (built-in)', 'header:3'],
		['Uploaded By User ID (built-in)', 'header:4'],
		['Active (built-in)', 'header:5'],
		['Source (built-in)', 'header:6'],
		['Document Created At (built-in)', 'header:7'],
		['Exhibits (built-in)', 'header:8'],
		['Category (built-in)', 'header:9'],
		['Contract value (number)', 'field:103:Contract value:number'],
		['Counterparty (text)', 'field:106:Counterparty:text'],
		['Effective date (date)', 'field:101:Effective date:date'],
		['Expiration date (date)', 'field:102:Expiration date:date'],
		['Governing law (enum)', 'field:104:Governing law:enum'],
		['Kündigungsfrist (Tage) (number)', 'field:108:Kündigungsfrist (Tage):number'],
		['Renews automatically (boolean)', 'field:105:Renews automatically:boolean'],
		['Termination for convenience (clause)', 'field:107:Termination for convenience:clause'],
		['dossier (link attribute)', 'attribute:dossier_link'],
		['region (text attribute)', 'attribute:region_text'],
		['renewal_date (date attribute)', 'attribute:renewal_date_date'],
		['reviewed (boolean attribute)', 'attribute:reviewed_boolean'],
		['risk_score (number attribute)', 'attribute:risk_score_number'],
	]);
	const described = (value: string) => options.find((one) => one.value === value)?.description;
	expect(described('header:5')).toBe('Built-in field 5 (type unknown)');
	expect(described('field:107:Termination for convenience:clause')).toBe(
		'Org field 107, for Master Services Agreement, Lease',
	);
});

it('names stand where a person looks for them', async () => {
	const field = (name: string, index: number) => ({
		org_field_id: index + 10,
		name,
		field_value_type: 'text',
		field_scope: 's',
		description: null,
		enum_values: null,
	});
	const names = ['Zone', 'Part 10', 'part 2', 'Ökonomie', 'Ort', 'Übergabe', 'area'];
	const { url } = await serve((response) =>
		sendJson(response, 200, { org_fields: names.map(field), attributes: [] }),
	);
	const options = await optionsOfRow('searchFields', {}, keyCredential(url, 'key_1'));
	const found = options.map(({ name }) => name.replace(' (text)', ''));
	const expected = ['area', 'Ökonomie', 'Ort', 'part 2', 'Part 10', 'Übergabe', 'Zone'];
	expect(found.filter((name) => names.includes(name))).toEqual(expected);
});

it('rows of a panel share one request', async () => {
	await Promise.all(
		['searchFields', 'searchFields', 'fieldChoices'].map(
			async (method) => await optionsOfRow(method, { field: 'field:104:Governing law:enum' }),
		),
	);
	await attributesFor('new');
	expect(stage.received()).toHaveLength(1);
});

it.each<[string, string, string]>([
	['that is gone', 'field:999:Old law:enum', 'Old law (enum) (no longer in the organization)'],
	[
		'that is gone, chosen without its name',
		'field:999',
		'field 999 (no longer in the organization)',
	],
	['that was renamed', 'field:104:Law:enum', 'Governing law (enum)'],
	[
		'that has another type now',
		'field:104:Law:text',
		'Law (text) is now Governing law (enum). Choose it again.',
	],
	[
		'of an attribute that is gone',
		'attribute:old_text',
		'old (text attribute) (no longer in the organization)',
	],
	['of a header field, given by its ID', 'field:1', 'Document Type (built-in)'],
	['of nothing', 'governing law', 'governing law (not a field)'],
])('the choice of a field %s stays readable', async (_name, field, name) => {
	const [first, ...others] = await optionsOfRow('searchFields', { field });
	expect(first).toMatchObject({ name, value: field });
	expect(others).toHaveLength(22);
});

it('a field by an expression adds nothing to the list', async () => {
	expect(await optionsOfRow('searchFields', { field: '={{ $json.field }}' })).toHaveLength(22);
});

it('the choices of an enum are its values, and what was chosen before', async () => {
	const field = 'field:104:Governing law:enum';
	const laws = ['England and Wales', 'Delaware', 'Germany', 'Switzerland', '日本'];
	const options = await optionsOfRow('fieldChoices', { field, value: 'Germany' });
	expect(options).toEqual(laws.map((law) => ({ name: law, value: law })));
	const [first, ...others] = await optionsOfRow('fieldChoices', {
		field,
		value: '={{ $json.law }}',
		values: ['Prussia', 'Germany'],
	});
	expect(first).toEqual({ name: 'Prussia (no longer a value of this field)', value: 'Prussia' });
	expect(others).toEqual(options);
});

it.each([
	'',
	'={{ $json.field }}',
	'header:1',
	'attribute:region_text',
	'field:103:Contract value:number',
])('%j has no choices', async (field) => {
	expect(await optionsOfRow('fieldChoices', { field })).toEqual([]);
});

it('attributes are those of the organization, a new one, and one that is gone', async () => {
	const options = await attributesFor('new');
	expect(options.map(({ name, value }) => [name, value])).toEqual([
		['New Attribute', 'new'],
		['dossier (link)', 'dossier_link'],
		['region (text)', 'region_text'],
		['renewal_date (date)', 'renewal_date_date'],
		['reviewed (boolean)', 'reviewed_boolean'],
		['risk_score (number)', 'risk_score_number'],
	]);
	const [first] = await attributesFor('old_link');
	expect(first).toEqual({ name: 'old (link) (no longer in the organization)', value: 'old_link' });
});

it('an organization without attributes still has New Attribute, and header fields', async () => {
	const { url } = await serve((response) =>
		sendJson(response, 200, { org_fields: [], attributes: null }),
	);
	const credentials = keyCredential(url, 'key_1');
	expect(await attributesFor('new', credentials)).toHaveLength(1);
	expect(await optionsOfRow('searchFields', {}, credentials)).toHaveLength(9);
});

it('what cannot be told apart or shown is left out, and very many fields are cut with a word', async () => {
	const field = (id: unknown, name: unknown) => ({
		org_field_id: id,
		name,
		field_value_type: 'enum',
		field_scope: 's',
		description: null,
		enum_values: ['a', 1, null, { b: 2 }, true],
		document_types: null,
	});
	const many = Array.from({ length: 3_000 }, (_, index) => field(index + 10, `F${index}`));
	const { url } = await serve((response) =>
		sendJson(response, 200, {
			org_fields: [field(1.5, 'A'), field(5, null), {}, ...many],
			attributes: [{ name: 'a' }, { name: 'b', field_type: 'text' }],
		}),
	);
	const credentials = keyCredential(url, 'key_1');
	const options = await optionsOfRow('searchFields', {}, credentials);
	expect(options).toHaveLength(2_001);
	expect(options.at(-1)).toEqual({
		name: '1010 more are not listed. Enter an ID in an expression.',
		value: '',
	});
	const held = { field: 'field:3009:F2999:enum' };
	const [first] = await optionsOfRow('searchFields', held, credentials);
	expect(first).toMatchObject({ name: 'F2999 (enum)', value: held.field });
	const choices = await optionsOfRow('fieldChoices', { field: 'field:10:F0:enum' }, credentials);
	expect(choices.map(({ value }) => value)).toEqual(['a', 1, true]);
});

it('a field of a type that nobody knows yet can be chosen', async () => {
	const fee = { org_field_id: 109, name: 'Fee', field_value_type: 'number_with_currency' };
	const { url } = await serve((response) =>
		sendJson(response, 200, {
			org_fields: [{ ...fee, field_scope: 's', description: null, enum_values: null }],
			attributes: [],
		}),
	);
	const options = await optionsOfRow('searchFields', {}, keyCredential(url, 'key_1'));
	expect(options.at(-1)).toEqual({
		name: 'Fee (number_with_currency)',
		value: 'field:109:Fee:',
		description: 'Org field 109',
	});
	const again = { field: 'field:109:Fee:' };
	expect(await optionsOfRow('searchFields', again, keyCredential(url, 'key_1'))).toHaveLength(10);
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
