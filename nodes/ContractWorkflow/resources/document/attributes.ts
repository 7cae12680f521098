import type { InputOf, updateFileAttributes } from '../../../../src';
import { attributeTypes } from '../../../../src';
import type { ParametersOf } from '../../../shared/fields/property';
import { property } from '../../../shared/fields/property';
import { isBlank, isRecord, plainText, shown } from '../../../shared/fields/propertyValue';
import { newAttribute, readAttributeId } from '../../../shared/panel/fieldChoice';
import type { Label } from '../../../shared/words/explained';
import { WrongField, labelText } from '../../../shared/words/explained';
import { checkRows, readRows, rowLabel } from '../../properties/readRows';
import { typedText } from '../../variables/typedText';

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
type Chosen = Pick<Attribute, 'name' | 'data_type'>;

const nameIn = ({ name: given }: Row) => (isBlank(given) ? undefined : plainText(given));

const labelsOf = (row: Row, index: number) => {
	const isNew = row.attribute === newAttribute;
	const about = isNew ? nameIn(row) : readAttributeId(String(row.attribute))?.name;
	const of = { list: 'Attributes', index, ...(about !== undefined && { about }) };
	return (field?: string): Label => rowLabel(of, field);
};

const newIn = (row: Row, label: ReturnType<typeof labelsOf>): Chosen => {
	const given = nameIn(row);
	const data_type = attributeTypes.find((known) => known === row.dataType);
	if (given === undefined) throw new WrongField(label('Name'), 'is required');
	if (data_type !== undefined) return { name: given, data_type };
	const types = attributeTypes.join(', ');
	throw new WrongField(label('Data Type'), `must be one of ${types}, not ${shown(row.dataType)}`);
};

const chosenIn = (row: Row, label: ReturnType<typeof labelsOf>): Chosen => {
	if (row.attribute === newAttribute) return newIn(row, label);
	const known = readAttributeId(String(row.attribute));
	if (known) return { name: known.name, data_type: known.type };
	const fault = `must be an attribute ID such as region_text, not ${shown(row.attribute)}`;
	throw new WrongField(label('Attribute Name or ID'), fault);
};

/** A link has no documented format. Only an empty text removes a value. */
const textIn = (type: Attribute['data_type'], given: unknown, label: Label) =>
	given === '' ? '' : typedText(type === 'link' ? 'text' : type, given, label);

const attributesOfRows = (rows: readonly Row[]): Attribute[] => {
	checkRows('Attributes', rows, 'set "Specify Attributes" to JSON');
	const taken = new Set<string>();
	const once = (name: string, label: Label) => {
		if (taken.has(name)) throw new WrongField(label, 'is already set by an earlier row');
		taken.add(name);
	};
	return readRows(rows, (row, index, attempt) => {
		const label = labelsOf(row, index);
		const chosen = attempt(() => chosenIn(row, label));
		if (chosen) attempt(() => once(chosen.name, label()));
		const value = attempt(() => textIn(chosen?.data_type ?? 'text', row.value, label('Value')));
		return chosen && value !== undefined ? { ...chosen, value } : undefined;
	});
};

const noObject = (given: unknown, index: number): never => {
	const label = rowLabel({ list: 'Attributes', index });
	throw new WrongField(label, `must be an object, not ${shown(given)}`);
};

const attributesOfJson = (given: unknown): Attribute[] => {
	// An update without attributes would return success.
	checkRows('Attributes', [given ?? []].flat(), 'set "Specify Attributes" to List');
	// Everything else is validated against the contract before anything is sent.
	return (
		Array.isArray(given)
			? readRows(given, (one: unknown, index, attempt): unknown => {
					if (!isRecord(one)) return attempt(() => noObject(one, index));
					const { name: about, data_type, value } = one;
					const type = attributeTypes.find((known) => known === data_type);
					if (type === undefined || typeof value !== 'string') return one;
					const label = rowLabel({ list: 'Attributes', index, about: shown(about) });
					return { ...one, value: attempt(() => textIn(type, value, label)) };
				})
			: given
	) as Attribute[];
};

/**
 * The `attributes` of an update (section 4, Core documents).
 * @throws {WrongFields} that names every wrong field of every row.
 */
export const attributesOf = (given: Given): Attribute[] =>
	given.specifyAttributes === 'list'
		? attributesOfRows(given.attributes.attribute)
		: attributesOfJson(given.attributesJson);

const fieldNames: ReadonlyMap<string, string> = new Map([
	['data_type', 'Data Type'],
	['value', 'Value'],
]);

/** The label of a row in the list, or of its field; undefined for any other location. */
export const labelInAttributes = (
	[list, number, part]: readonly string[],
	{ specifyAttributes: by, attributes: { attribute: rows } }: Given,
): string | undefined => {
	const row = rows[Number(number)];
	if (by !== 'list' || list !== 'attributes' || number === undefined || !row) return undefined;
	const label = labelsOf(row, Number(number));
	if (part === undefined) return labelText(label());
	const isChosen = row.attribute !== newAttribute && part !== 'value';
	return labelText(label(isChosen ? 'Attribute Name or ID' : (fieldNames.get(part) ?? 'Name')));
};
