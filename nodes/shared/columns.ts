import type { Row } from '../../src';
import { isRows, valuesByKey } from './simplification';

/** Gives the columns of one row as the service gives it, by their names. */
export type ColumnsOf = (row: Row) => Row;

/*
 * No name of a column begins as one of another kind, or as a field of the service (section 2). So
 * whatever a field, an attribute or a variable is called, it is never taken for anything else.
 */

/** Most characters of a field's name in that of its column: databases bound names at about 60. */
const mostOfName = 30;

/** A name in lower case, with `_` for whatever is neither letter nor digit. */
const worded = (name: string): string =>
	name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '_')
		.replace(/^_|_$/g, '')
		.slice(0, mostOfName);

const named = (prefix: string, values: ReadonlyMap<string, unknown>) =>
	[...values].map(([key, value]) => [`${prefix}${key}`, value] as const);

/** How the column of a field is called: by its ID, or by its name with the ID behind it. */
export type FieldNaming = 'id' | 'name';

const fieldKey = (naming: FieldNaming) => (field: Row) => {
	const id = String(field.org_field_id);
	const name = naming === 'name' ? worded(String(field.field_name)) : '';
	return name === '' ? id : `${name}_${id}`;
};

/**
 * The columns of a document (section 2): for each field its value as it is given, its type, and
 * whether it is unclear; the value of each attribute, by its identifier. The ID stands behind the name
 * of a field, so that two of one name are two columns, and none changes its name when the other comes.
 */
export const documentColumns = (naming: FieldNaming): ColumnsOf => {
	const keyOf = fieldKey(naming);
	return ({ fields, mapped_fields: attributes }) => {
		const given = isRows(fields) ? fields : [];
		const unclear = new Map<string, boolean>();
		for (const field of given) {
			const key = keyOf(field);
			unclear.set(key, unclear.get(key) === true || field.is_unclear === true);
		}
		const attributeKey = ({ name, field_type: type }: Row) => `${String(name)}_${String(type)}`;
		return Object.fromEntries([
			...named('field_', valuesByKey(given, keyOf)),
			...named(
				'type_of_field_',
				valuesByKey(given, keyOf, ({ field_value_type: type }) => type),
			),
			...named('unclear_field_', unclear),
			...named('attribute_', valuesByKey(isRows(attributes) ? attributes : [], attributeKey)),
		]);
	};
};

/**
 * The columns of a task (section 2): the value and the type of each variable, by its ID. One that has
 * other values in other steps holds the list of them, as in Simplified.
 */
export const taskColumns: ColumnsOf = ({ variables }) => {
	const given = isRows(variables) ? variables : [];
	const keyOf = ({ variable_id: id }: Row) => String(id);
	return Object.fromEntries([
		...named('variable_', valuesByKey(given, keyOf)),
		...named(
			'type_of_variable_',
			valuesByKey(given, keyOf, ({ variable_type: type }) => type),
		),
	]);
};

/** What is told of one field stands together, its value first. */
const about = (column: string): string => column.replace(/^(?:type_of|unclear)_/, '');
const rank = (column: string): number =>
	['type_of_', 'unclear_'].findIndex((start) => column.startsWith(start));

/** Made when it is wanted: a collator takes milliseconds to start, which few runs need. */
const columnOrder = () => {
	const { compare } = new Intl.Collator('en', { numeric: true });
	return (one: string, other: string): number =>
		compare(about(one), about(other)) || rank(one) - rank(other) || (one < other ? -1 : 1);
};

/**
 * Adds to each item its columns, and null for those that only others have: so that all have the same
 * columns in the same order.
 * @param columns those of each item, at its place
 */
export const inColumns = (items: readonly object[], columns: readonly Row[]): object[] => {
	const names = [...new Set(columns.flatMap((own) => Object.keys(own)))].sort(columnOrder());
	return items.map((item, index) => {
		const own = columns[index] ?? {};
		return { ...item, ...Object.fromEntries(names.map((name) => [name, own[name] ?? null])) };
	});
};
