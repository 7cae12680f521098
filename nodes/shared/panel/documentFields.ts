import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { OutputOf } from '../../../src';
import { attributeTypes, fieldValueTypes, listOrgFields, reservedFields } from '../../../src';
import { recentMap } from '../client/recent';
import { plainText, trimmed } from '../fields/propertyValue';
import { sortedByName } from './liveOptions';
import { connectPicker } from './lookThrough';

/** Name and type of an attribute (section 2). */
interface Attribute {
	readonly name: string;
	readonly type: (typeof attributeTypes)[number];
}

/** A field of documents that was chosen: a header field, an org field or an attribute. */
export type ChosenField =
	| {
			readonly kind: 'field';
			readonly id: number;
			/** Its name when it was chosen. */
			readonly name: string;
			/** Absent if not known, and always for a header field. */
			readonly type?: (typeof fieldValueTypes)[number];
	  }
	| (Attribute & {
			readonly kind: 'attribute';
			/** In the form `<name>_<type>`. */
			readonly id: string;
	  });

const headerNames: Readonly<Record<number, string>> = reservedFields;

/** Name and type of an attribute, from its identifier; undefined if that is invalid (section 2). */
const readAttributeId = (id: string): Attribute | undefined => {
	const end = id.lastIndexOf('_');
	const type = attributeTypes.find((known) => known === id.slice(end + 1));
	return end > 0 && type !== undefined ? { name: id.slice(0, end), type } : undefined;
};

const fieldPattern = new RegExp(
	`^(?:field:|header:)?(\\d{1,15})(?::(?:(.*):)?(${fieldValueTypes.join('|')}|))?$`,
	's',
);

/**
 * Reads a choice of a list of fields. An expression may also give a bare field ID or attribute ID.
 * Undefined for anything else.
 */
export const readFieldChoice = (given: unknown): ChosenField | undefined => {
	const text = plainText(Array.isArray(given) && given.length === 1 ? given[0] : given);
	if (text === undefined) return undefined;
	const choice = trimmed(text);
	const [, digits, named, typed] = fieldPattern.exec(choice) ?? [];
	if (digits === undefined) {
		const id = choice.replace(/^attribute:/, '');
		const attribute = readAttributeId(id);
		return attribute && { kind: 'attribute', id, ...attribute };
	}
	const id = Number(digits);
	const type = fieldValueTypes.find((known) => known === typed);
	const name = headerNames[id] ?? named ?? `field ${id}`;
	return { kind: 'field', id, name, ...(type && { type }) };
};

/** The ID of the header field "Document Created At". */
const createdAtId = 7;

/** Whether the values of a field are dates. */
export const hasDates = ({ type, id }: ChosenField): boolean =>
	type === 'date' || id === createdAtId;

type OrgField = OutputOf<typeof listOrgFields>['org_fields'][number];

/** What an organization has defined for its documents. */
interface Definitions {
	readonly orgFields: readonly OrgField[];
	readonly attributes: readonly Attribute[];
}

/** By the identity of the credential. A panel with several rows sends one request for all. */
const recent = recentMap<Promise<Definitions>>({ most: 100, keptMs: 10_000 });

/** The org fields and attributes of the organization, in one request without pages (section 4). */
const definitionsFor = async (context: ILoadOptionsFunctions): Promise<Definitions> => {
	const { client, identity } = await connectPicker(context);
	const known = recent.get(identity);
	if (known) return await known;
	const asked = client.call(listOrgFields, { query: { include_attributes: true } });
	const read = asked.then(({ org_fields: orgFields, attributes }) => ({
		orgFields,
		attributes: (attributes ?? []).flatMap(
			({ name, field_type: type }) => readAttributeId(`${name}_${type}`) ?? [],
		),
	}));
	const definitions = recent.set(identity, read);
	definitions.catch(() => recent.delete(identity));
	return await definitions;
};

const orgFieldLabel = (name: string, type: string): string => `${name} (${type})`;
const attributeLabel = ({ name, type }: Attribute): string => `${name} (${type} attribute)`;

const labelOf = (field: ChosenField): string => {
	if (field.kind === 'attribute') return attributeLabel(field);
	return field.type === undefined ? field.name : orgFieldLabel(field.name, field.type);
};

const about = (field: OrgField): string => {
	const { org_field_id: id, document_types: of, description, enum_values: values } = field;
	const place = of ? `, for ${of.join(', ')}` : '';
	return [`Org field ${id}${place}`, values && `Values: ${values.join(', ')}`, description]
		.filter(Boolean)
		.join('. ');
};

/**
 * An org field as an option. The value contains its name and type, so that a saved workflow stays
 * readable after the field is removed, and the panel knows its type. An unknown type is left out.
 */
const orgFieldOption = (field: OrgField): INodePropertyOptions => {
	const { org_field_id: id, name, field_value_type: type } = field;
	const known = fieldValueTypes.find((one) => one === type) ?? '';
	const value = `field:${id}:${name}:${known}`;
	return { name: orgFieldLabel(name, type), value, description: about(field) };
};

/** The attributes of the organization, as options. */
export const attributeOptions = async (context: ILoadOptionsFunctions) =>
	sortedByName(
		(await definitionsFor(context)).attributes.map((attribute) => ({
			name: attributeLabel(attribute),
			value: `attribute:${attribute.name}_${attribute.type}`,
		})),
	);

/** The org fields and attributes of the organization, as options. */
export const fieldOptions = async (context: ILoadOptionsFunctions) => [
	...sortedByName((await definitionsFor(context)).orgFields.map(orgFieldOption)),
	...(await attributeOptions(context)),
];

/** The header fields, as options (section 4, document search). */
export const headerOptions: readonly INodePropertyOptions[] = Object.entries(reservedFields).map(
	([id, name]) => ({ name: `${name} (built-in)`, value: `header:${id}` }),
);

/** The label of a choice that is not among the options: its field has changed, or is gone. */
export const labelOfEarlier = (choice: string): string => {
	const chosen = readFieldChoice(choice);
	return chosen ? `${labelOf(chosen)}, not in the list` : `${choice} (not a field)`;
};
