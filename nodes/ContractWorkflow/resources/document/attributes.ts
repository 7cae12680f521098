import type { InputOf, updateFileAttributes } from '../../../../src';
import { attributeTypes } from '../../../../src';
import { newAttribute, readAttributeId } from '../../../shared/fieldChoice';
import type { ParametersOf } from '../../../shared/property';
import { property } from '../../../shared/property';
import { isBlank, isRecord, plainText, shown } from '../../../shared/propertyValue';
import type { RowPlace } from '../../properties/rows';
import { WrongRows, noRows, rowLabel } from '../../properties/rows';
import { typedText } from '../../properties/typedText';

// Each field is a constant of its own: in a literal list n8n's lint wants them in alphabetical
// order, and they are filled in from the top.
const attribute = property({
	displayName: 'Attribute Name or ID',
	name: 'attribute',
	type: 'options',
	asGiven: true,
	typeOptions: { loadOptionsMethod: 'attributes' },
	default: newAttribute,
	description:
		'The attributes of the organization, and New Attribute. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
});

const name = property({
	displayName: 'Name',
	name: 'name',
	type: 'string',
	asGiven: true,
	default: '',
	displayOptions: { show: { attribute: [newAttribute] } },
	placeholder: 'e.g. renewal_owner',
	description: 'An attribute of this name is overwritten, or added if there is none',
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
	description:
		'Sent as text, but of its type: a number, true or false, or a date such as 2026-01-31. If empty, the attribute is set to an empty text.',
});

/** How attributes are entered. */
export const specifyAttributes = property({
	displayName: 'Specify Attributes',
	name: 'specifyAttributes',
	type: 'options',
	default: 'list',
	options: [
		{ name: 'List', value: 'list', description: 'Chosen from those of the organization, or new' },
		{ name: 'JSON', value: 'json', description: 'As the service takes them' },
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

/** The attributes as the service takes them. */
export const attributesJson = property({
	displayName: 'Attributes',
	name: 'attributesJson',
	type: 'json',
	default: '[]',
	typeOptions: { rows: 4 },
	displayOptions: { show: { specifyAttributes: ['json'] } },
	description:
		'List of {"name", "data_type", "value"}. The types are text, date, number, boolean and link. Each value is text in the form of its type.',
});

type Given = ParametersOf<[typeof specifyAttributes, typeof attributes, typeof attributesJson]>;
type Row = Given['attributes']['attribute'][number];
type Attribute = InputOf<typeof updateFileAttributes>['body']['attributes'][number];

/** What is wrong with a row: the field, and a clause that follows its name. */
interface Fault {
	readonly field?: string;
	readonly fault: string;
}

const nameIn = ({ name: given }: Row) => (isBlank(given) ? undefined : plainText(given));

const placeOf = (row: Row, index: number): RowPlace => {
	const isNew = row.attribute === newAttribute;
	const about = isNew ? nameIn(row) : readAttributeId(String(row.attribute))?.name;
	return { list: 'Attributes', index, ...(about !== undefined && { about }) };
};

const newIn = (row: Row) => {
	const given = nameIn(row);
	const data_type = attributeTypes.find((known) => known === row.dataType);
	if (given === undefined) return { field: 'Name', fault: 'is required' };
	const types = attributeTypes.join(', ');
	return data_type === undefined
		? { field: 'Data Type', fault: `must be one of ${types}, not ${shown(row.dataType)}` }
		: { name: given, data_type };
};

const chosenIn = (row: Row) => {
	if (row.attribute === newAttribute) return newIn(row);
	const known = readAttributeId(String(row.attribute));
	const fault = `is no attribute ID such as region_text: ${shown(row.attribute)}`;
	return known
		? { name: known.name, data_type: known.type }
		: { field: 'Attribute Name or ID', fault };
};

/** A link has no form that is shown; an empty text is all that takes a value away. */
const textIn = (type: Attribute['data_type'], given: unknown) =>
	given === '' ? { text: '' } : typedText(type === 'link' ? 'text' : type, given);

const isFault = <Read extends object>(read: Read): read is Extract<Read, Fault> => 'fault' in read;

const attributesOfRows = (rows: readonly Row[]): Attribute[] => {
	if (rows.length === 0) throw noRows('Attributes', 'set "Specify Attributes" to JSON');
	const faults: string[] = [];
	const taken = new Set<string>();
	const read = rows.flatMap((row, index) => {
		const tell = ({ field, fault }: Fault) => {
			faults.push(`${rowLabel(placeOf(row, index), field)} ${fault}`);
		};
		const chosen = chosenIn(row);
		const value = textIn(isFault(chosen) ? 'text' : chosen.data_type, row.value);
		if (isFault(chosen)) tell(chosen);
		else if (taken.has(chosen.name)) tell({ fault: 'is set by an earlier row already' });
		else taken.add(chosen.name);
		if (isFault(value)) tell({ field: 'Value', ...value });
		return isFault(chosen) || isFault(value) ? [] : [{ ...chosen, value: value.text }];
	});
	if (faults.length > 0) throw new WrongRows(faults);
	return read;
};

const attributesOfJson = (given: unknown): Attribute[] => {
	const faults: string[] = [];
	const read = (Array.isArray(given) ? given : []).map((one: unknown, index): unknown => {
		const { name: about, data_type, value } = isRecord(one) ? one : {};
		const type = attributeTypes.find((known) => known === data_type);
		if (type === undefined || typeof value !== 'string') return one;
		const text = textIn(type, value);
		if (!isFault(text)) return { ...(one as object), value: text.text };
		faults.push(`${rowLabel({ list: 'Attributes', index, about: shown(about) })} ${text.fault}`);
		return one;
	});
	if (faults.length > 0) throw new WrongRows(faults);
	// All else is checked against the contract before anything is sent.
	return (Array.isArray(given) ? read : (given ?? [])) as Attribute[];
};

/**
 * The `attributes` of an update (section 4, Core documents).
 * @throws {WrongRows} that names every field of every row that is wrong.
 */
export const attributesOf = (given: Given): Attribute[] =>
	given.specifyAttributes === 'list'
		? attributesOfRows(given.attributes.attribute)
		: attributesOfJson(given.attributesJson);

const fieldNames: ReadonlyMap<string, string> = new Map([
	['data_type', 'Data Type'],
	['value', 'Value'],
]);

/** What the panel calls a row of the list, or a field of it; undefined for any other place. */
export const labelInAttributes = (
	[list, number, part]: readonly string[],
	{ specifyAttributes: by, attributes: { attribute: rows } }: Given,
): string | undefined => {
	const row = rows[Number(number)];
	if (by !== 'list' || list !== 'attributes' || number === undefined || !row) return undefined;
	const place = placeOf(row, Number(number));
	if (part === undefined) return rowLabel(place);
	const isChosen = row.attribute !== newAttribute && part !== 'value';
	return rowLabel(place, isChosen ? 'Attribute Name or ID' : (fieldNames.get(part) ?? 'Name'));
};
