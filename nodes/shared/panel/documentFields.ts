import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { OutputOf } from '../../../src';
import { attributeTypes, fieldValueTypes, listOrgFields, reservedFields } from '../../../src';
import { plainText, trimmed } from '../fields/propertyValue';
import { sortedByName } from './liveOptions';
import { connectPicker } from './pickers';

/** A field of documents that was chosen: a header field, an org field or an attribute. */
export interface ChosenField {
	readonly kind: 'field' | 'attribute';
	/** A number; of an attribute `<name>_<type>`. */
	readonly id: string;
	/** Its name when it was chosen. */
	readonly name: string;
	/** Absent if not known, and always for a header field. */
	readonly type?: (typeof fieldValueTypes | typeof attributeTypes)[number];
}

const headerNames: Readonly<Record<string, string>> = reservedFields;

const fieldPattern = new RegExp(
	`^(?:field:|header:)?(\\d{1,15})(?::(?:(.*):)?(${fieldValueTypes.join('|')}|))?$`,
	's',
);

/**
 * Reads a choice of a list of fields. An expression may also give a bare field ID or attribute ID.
 * Undefined for anything else.
 */
export const readFieldChoice = (given: unknown): ChosenField | undefined => {
	const choice = trimmed(plainText(given) ?? '');
	const [, id, named, typed] = fieldPattern.exec(choice) ?? [];
	if (id === undefined) {
		const attribute = choice.replace(/^attribute:/, '');
		const end = attribute.lastIndexOf('_');
		const type = attributeTypes.find((known) => known === attribute.slice(end + 1));
		if (end < 1 || type === undefined) return undefined;
		return { kind: 'attribute', id: attribute, name: attribute.slice(0, end), type };
	}
	const type = fieldValueTypes.find((known) => known === typed);
	const name = headerNames[id] ?? named ?? id;
	return { kind: 'field', id, name, ...(type && { type }) };
};

/** The ID of the header field "Document Created At". */
const createdAtId = '7';

/** Whether the values of a field are dates. */
export const hasDates = ({ type, id }: ChosenField): boolean =>
	type === 'date' || id === createdAtId;

type Definitions = OutputOf<typeof listOrgFields>;

/** The org fields and attributes of the organization, in one request without pages (section 4). */
const definitionsFor = async (context: ILoadOptionsFunctions): Promise<Definitions> => {
	const { client } = await connectPicker(context);
	return await client.call(listOrgFields, { query: { include_attributes: true } });
};

/** The label of a field in the lists. */
const choiceLabel = ({ kind, name, type }: Omit<ChosenField, 'id'>): string =>
	type === undefined ? name : `${name} (${type}${kind === 'attribute' ? ' attribute' : ''})`;

const about = (field: Definitions['org_fields'][number]): string => {
	const { org_field_id: id, document_types: of, description, enum_values: values } = field;
	const place = of ? `, for ${of.join(', ')}` : '';
	return [`Org field ${id}${place}`, values && `Values: ${values.join(', ')}`, description]
		.filter(Boolean)
		.join('. ');
};

/** The attributes of the organization, as options. */
export const attributeOptions = async (context: ILoadOptionsFunctions) => {
	const { attributes } = await definitionsFor(context);
	const options = (attributes ?? []).map(({ name, field_type: type }) => ({
		name: choiceLabel({ kind: 'attribute', name, type }),
		value: `attribute:${name}_${type}`,
	}));
	return sortedByName(options);
};

/**
 * The org fields and attributes of the organization, as options. The value of a field contains its
 * name and type, so that a saved workflow stays readable after the field is removed, and the panel
 * knows its type. An unknown type is left out.
 */
export const fieldOptions = async (context: ILoadOptionsFunctions) => {
	const { org_fields } = await definitionsFor(context);
	const options = org_fields.map((field): INodePropertyOptions => {
		const { org_field_id: id, name, field_value_type: type } = field;
		const known = fieldValueTypes.find((one) => one === type) ?? '';
		const value = `field:${id}:${name}:${known}`;
		return { name: choiceLabel({ kind: 'field', name, type }), value, description: about(field) };
	});
	return [...sortedByName(options), ...(await attributeOptions(context))];
};

/** The header fields, as options (section 4, document search). */
export const headerOptions: readonly INodePropertyOptions[] = Object.entries(reservedFields).map(
	([id, name]) => ({ name: `${name} (built-in)`, value: `header:${id}` }),
);

/** The label of a choice that is not among the options: its field has changed, or is gone. */
export const labelOfEarlier = (choice: string): string => {
	const field = readFieldChoice(choice);
	return field ? `${choiceLabel(field)}, not in the list` : `${choice} (not a field)`;
};
