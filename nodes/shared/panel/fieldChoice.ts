import { attributeTypes, fieldValueTypes, reservedFields } from '../../../src';
import { plainText } from '../fields/propertyValue';

/** Name and type of an attribute (section 2). */
export interface Attribute {
	readonly name: string;
	readonly type: (typeof attributeTypes)[number];
}

/** A field of documents that was chosen to filter by. */
export type ChosenField =
	| {
			readonly kind: 'field';
			readonly id: number;
			/** Its name when it was chosen. */
			readonly name?: string;
			/** Its `field_value_type`; absent if not known, and always for a header field. */
			readonly type?: string;
	  }
	| (Attribute & {
			readonly kind: 'attribute';
			/** In the form `<name>_<type>`. */
			readonly id: string;
	  });

/** The value in the list of attributes for one that the organization does not have yet. */
export const newAttribute = 'new';

const headerNames: Readonly<Record<number, string>> = reservedFields;

/**
 * Name and type of an attribute, from its identifier; undefined if the identifier is invalid
 * (section 2).
 */
export const readAttributeId = (id: string): Attribute | undefined => {
	const end = id.lastIndexOf('_');
	const type = attributeTypes.find((known) => known === id.slice(end + 1));
	return end > 0 && type !== undefined ? { name: id.slice(0, end), type } : undefined;
};

/** The value of a header field in the list of fields. */
export const headerChoice = (id: number | string): string => `header:${id}`;

/**
 * The value of an org field in the list of fields. It contains the name and type, so that a saved
 * workflow stays readable after the field is removed. Its end tells the panel which fields have
 * choices. An unknown type is left out.
 */
export const fieldChoice = (id: number, name: string, type: string): string =>
	`field:${id}:${name}:${fieldValueTypes.find((known) => known === type) ?? ''}`;

/** The value of an attribute in the list of fields. */
export const attributeChoice = (name: string, type: string): string => `attribute:${name}_${type}`;

const fieldPattern = new RegExp(
	`^(?:field:|header:)?(\\d{1,15})(?::(?:(.*):)?(${fieldValueTypes.join('|')}|))?$`,
	's',
);

/**
 * Reads a choice of the list of fields. An expression may also give a bare field ID or attribute
 * ID. Undefined for anything else.
 */
export const readFieldChoice = (given: unknown): ChosenField | undefined => {
	const choice = plainText(Array.isArray(given) && given.length === 1 ? given[0] : given);
	if (choice === undefined) return undefined;
	const [, digits, name, type] = fieldPattern.exec(choice) ?? [];
	if (digits !== undefined) {
		const id = Number(digits);
		return { kind: 'field', id, name: headerNames[id] ?? name, ...(type && { type }) };
	}
	const id = choice.replace(/^attribute:/, '');
	const attribute = readAttributeId(id);
	return attribute && { kind: 'attribute', id, ...attribute };
};

/** The name of a chosen field in errors. */
export const nameOfField = (field: ChosenField): string => field.name ?? `field ${field.id}`;
