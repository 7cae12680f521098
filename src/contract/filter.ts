import { z } from 'zod';
import { integer, oneOf, orRequired, requestObject } from './endpoint';

/** Header fields of a document that filters name by a reserved id (section 4, document search). */
export const reservedFields = {
	1: 'Document Type',
	2: 'Document Title',
	3: 'File Name',
	4: 'Uploaded By User ID',
	5: 'Active',
	6: 'Source',
	7: 'Document Created At',
	8: 'Exhibits',
	9: 'Category',
} as const;

/** Operators of a filter. The API text does not show what each means for a field type. */
export const operators = [
	'eq',
	'in',
	'gt',
	'gte',
	'lt',
	'lte',
	'not_in',
	'between',
	'contains',
	'not_contains',
	'exists',
] as const;

/** The operators whose value is a list (section 4, document search). */
export const listOperators = ['in', 'not_in', 'between'] as const;

/** Types of a mapped attribute (section 2). */
export const attributeTypes = ['text', 'number', 'boolean', 'date', 'link'] as const;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const value = z.union(
	[scalar, z.array(scalar)],
	orRequired('must be text, a number, a boolean, or a list of these'),
);

const fieldFilter = requestObject({
	type: z.literal('field'),
	field_id: integer,
	operator: oneOf(operators),
	value,
});

const attributeFilter = requestObject({
	type: z.literal('attribute'),
	attribute_id: z
		.string()
		.regex(
			new RegExp(`^[\\s\\S]+_(${attributeTypes.join('|')})$`),
			`must have the form <name>_<type>, with a type of ${attributeTypes.join(', ')}`,
		),
	operator: oneOf(operators),
	value,
});

interface GroupFilterInput {
	readonly type: 'group';
	readonly group_operator?: 'and' | 'or';
	readonly filters: FilterInput[];
}

interface GroupFilter {
	readonly type: 'group';
	readonly group_operator: 'and' | 'or';
	readonly filters: Filter[];
}

/** A filter as a caller writes it. */
export type FilterInput =
	| z.input<typeof fieldFilter>
	| z.input<typeof attributeFilter>
	| GroupFilterInput;

/** A filter as the service reads it, defaults filled in. */
export type Filter = z.output<typeof fieldFilter> | z.output<typeof attributeFilter> | GroupFilter;

/** A filter of the document search: field, attribute, or a group of filters (section 4). */
export const filter: z.ZodType<Filter, z.ZodTypeDef, FilterInput> = z.lazy(() =>
	z.discriminatedUnion('type', [
		fieldFilter,
		attributeFilter,
		requestObject({
			type: z.literal('group'),
			group_operator: oneOf(['and', 'or']).default('and'),
			filters: z.array(filter),
		}),
	]),
);
