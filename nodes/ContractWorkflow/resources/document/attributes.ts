import type { InputOf, updateFileAttributes } from '../../../../src';
import { attributeTypes } from '../../../../src';
import type { ParametersOf } from '../../../shared/fields/property';
import { property } from '../../../shared/fields/property';
import { isBlank, isRecord, plainText, shown } from '../../../shared/fields/propertyValue';
import { readFieldChoice } from '../../../shared/panel/documentFields';
import type { Label } from '../../../shared/words/explained';
import { WrongField } from '../../../shared/words/explained';
import { checkRows, readRows, rowLabel } from '../../properties/readRows';
import { typedText } from '../../variables/typedText';

/** The value in the list of attributes for one that the organization does not have yet. */
export const newAttribute = 'new';

// Each field is a separate constant: n8n's lint requires alphabetical order in a literal list, but
// builders fill the fields in from the top.
const attribute = property({
	displayName: 'Attribute Name or ID',
	name: 'attribute',
	type: 'options',
	asGiven: true,
	typeOptions: { loadOptionsMethod: 'attributes' },
	default: newAttribute,
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

const name = property({
	displayName: 'Name',
	name: 'name',
	type: 'string',
	asGiven: true,
	default: '',
	displayOptions: { show: { attribute: [newAttribute] } },
	placeholder: 'e.g. renewal_owner',
	description: 'Overwrites an existing attribute with this name',
});

const dataType = property({
	displayName: 'Data Type',
	name: 'dataType',
	type: 'options',
	asGiven: true,
	default: 'text',
	displayOptions: { show: { attribute: [newAttribute] } },
	options: [
		{ name: 'Boolean', value: 'boolean' },
		{ name: 'Date', value: 'date' },
		{ name: 'Link', value: 'link' },
		{ name: 'Number', value: 'number' },
		{ name: 'Text', value: 'text' },
	],
});

const value = property({
	displayName: 'Value',
	name: 'value',
	type: 'string',
	asGiven: true,
	default: '',
	description: 'For example, 12.5, true or 2026-01-31. If empty, clears the attribute.',
});

/** How attributes are entered. */
export const specifyAttributes = property({
	displayName: 'Specify Attributes',
	name: 'specifyAttributes',
	type: 'options',
	default: 'list',
	options: [
		{ name: 'List', value: 'list' },
		{ name: 'JSON', value: 'json' },
	],
});

/** The attributes to set, one row each (section 4, Core documents). */
export const attributes = property({
	displayName: 'Attributes',
	name: 'attributes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Attribute',
	default: {},
	displayOptions: { show: { specifyAttributes: ['list'] } },
	options: [
		{ displayName: 'Attribute', name: 'attribute', values: [attribute, name, dataType, value] },
	],
});

/** The attributes in the JSON format of the service. */
export const attributesJson = property({
	displayName: 'Attributes',
	name: 'attributesJson',
	type: 'json',
	neverBlank: true,
	default: '[]',
	typeOptions: { rows: 4 },
	displayOptions: { show: { specifyAttributes: ['json'] } },
	description:
		'List of {"name", "data_type", "value"}. Types: text, date, number, boolean, link. Values are text.',
});

type Given = ParametersOf<[typeof specifyAttributes, typeof attributes, typeof attributesJson]>;
type Row = Given['attributes']['attribute'][number];
type Attribute = InputOf<typeof updateFileAttributes>['body']['attributes'][number];

/** An attribute before the contract has judged its name and type. */
type Draft = Readonly<Record<string, unknown>>;

const labelOf = ({ name: given }: Draft, index: number, field?: string): Label => {
	const about = isBlank(given) ? undefined : plainText(given);
	return rowLabel({ list: 'Attributes', index, ...(about !== undefined && { about }) }, field);
};

const chosenIn = (row: Row, index: number): Draft => {
	if (row.attribute === newAttribute) {
		const given = isBlank(row.name) ? undefined : plainText(row.name);
		return { name: given, data_type: row.dataType };
	}
	const known = readFieldChoice(row.attribute);
	if (known?.kind === 'attribute') return { name: known.name, data_type: known.type };
	const fault = `must be an attribute ID such as region_text, not ${shown(row.attribute)}`;
	throw new WrongField(labelOf({}, index, 'Attribute Name or ID'), fault);
};

const objectIn = (given: unknown, index: number): Draft => {
	if (isRecord(given)) return given;
	throw new WrongField(labelOf({}, index), `must be an object, not ${shown(given)}`);
};

/** A link has no documented format. Only an empty text removes a value. */
const valueIn = ({ data_type, value: given }: Draft, label: Label): unknown => {
	const type = attributeTypes.find((known) => known === data_type);
	return type === undefined || given === ''
		? given
		: typedText(type === 'link' ? 'text' : type, given, label);
};

/**
 * The `attributes` of an update (section 4, Core documents). The contract judges the rest before
 * anything is sent.
 * @throws {WrongFields} that names every wrong value of every row.
 */
export const attributesOf = (given: Given): Attribute[] => {
	const isList = given.specifyAttributes === 'list';
	const json = given.attributesJson;
	// An update without attributes would return success.
	const rows = isList ? given.attributes.attribute : [json ?? []].flat();
	checkRows('Attributes', rows, `set "Specify Attributes" to ${isList ? 'JSON' : 'List'}`);
	if (!isList && !Array.isArray(json)) return json as Attribute[];
	const taken = new Set<unknown>();
	const once = (draft: Draft, index: number) => {
		if (draft.name !== undefined && taken.has(draft.name)) {
			throw new WrongField(labelOf(draft, index), 'is already set by an earlier row');
		}
		taken.add(draft.name);
	};
	return readRows(rows, (row, index, attempt) => {
		const draft = attempt(() =>
			isList ? { ...chosenIn(row as Row, index), value: (row as Row).value } : objectIn(row, index),
		);
		if (!draft) return undefined;
		attempt(() => once(draft, index));
		const value = attempt(() => valueIn(draft, labelOf(draft, index, 'Value')));
		return { ...draft, value } as Attribute;
	});
};
