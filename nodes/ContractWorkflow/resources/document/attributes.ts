import type { InputOf, updateFileAttributes } from '../../../../src';
import { attributeTypes, isRecord } from '../../../../src';
import type { ParametersOf } from '../../../shared/fields/property';
import { property } from '../../../shared/fields/property';
import { isBlank, plainText, shown } from '../../../shared/fields/propertyValue';
import { readFieldChoice } from '../../../shared/panel/documentFields';
import { WrongField, readRows, rowLabel } from '../../../shared/words/explained';
import { typedText } from '../../variables/inputValue';

/** The value in the list of attributes for one that the organization does not have yet. */
export const newAttribute = 'new';

// Each field is a separate constant: n8n's lint requires alphabetical order in a literal list, but
// builders fill the fields in from the top.
const attribute = property({
	displayName: 'Attribute Name or ID',
	name: 'attribute',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'attributes' },
	default: newAttribute,
	description:
		'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
});

const name = property({
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	displayOptions: { show: { attribute: [newAttribute] } },
	placeholder: 'e.g. renewal_owner',
	description: 'Overwrites an existing attribute',
});

const dataType = property({
	displayName: 'Data Type',
	name: 'dataType',
	type: 'options',
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
	neverBlank: true,
	default: '',
	description: 'For example, 12.5, true or 2026-01-31',
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
type AttributeRow = Given['attributes']['attribute'][number];
type Attribute = InputOf<typeof updateFileAttributes>['body']['attributes'][number];

/** An attribute before the contract has judged its name and type. */
type Draft = Readonly<Record<string, unknown>>;

/** @throws {WrongField} for a row without an attribute. */
const draftOf = (
	{ attribute: chosen, name: entered, dataType, value: given }: AttributeRow,
	index: number,
) => {
	const label = (field: string) => rowLabel('Attributes', index, undefined, field);
	if (chosen === newAttribute) {
		if (entered === undefined) throw new WrongField(label('Name'), 'is required');
		return { name: entered, data_type: dataType, value: given };
	}
	const known = readFieldChoice(chosen);
	if (known?.kind === 'attribute') return { name: known.name, data_type: known.type, value: given };
	const fault = `must be an attribute ID such as region_text, not ${shown(chosen)}`;
	throw new WrongField(label('Attribute Name or ID'), fault);
};

/** An attribute with the text of its value. A link has no documented format. */
const withText = (draft: Draft, index: number): Draft => {
	const { name, data_type, value: given } = draft;
	const type = attributeTypes.find((known) => known === data_type);
	if (type === undefined) return draft;
	const label = rowLabel('Attributes', index, plainText(name), 'Value');
	// The service does not offer to remove a value (section 4, Core documents).
	if (isBlank(given))
		throw new WrongField(label, 'is empty', ['To keep a value, leave out its row.']);
	return { ...draft, value: typedText(type === 'link' ? 'text' : type, given, label) };
};

/**
 * The `attributes` of an update (section 4, Core documents). The contract judges the rest before
 * anything is sent.
 * @throws {Explained} that names every wrong row.
 */
export const attributesOf = (given: Given): Attribute[] => {
	const isList = given.specifyAttributes === 'list';
	const rows: unknown = isList ? given.attributes.attribute : given.attributesJson;
	// An update without attributes would return success.
	if (isBlank(rows)) throw new WrongField('Attributes', 'is empty', ['Add an attribute.']);
	if (!Array.isArray(rows)) return rows as Attribute[];
	const read = readRows<unknown, unknown>(rows, (row, index) => {
		const draft = isList ? draftOf(row as AttributeRow, index) : row;
		return isRecord(draft) ? withText(draft, index) : draft;
	});
	return read as Attribute[];
};
