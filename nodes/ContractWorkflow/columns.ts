import type { Row } from '../../src';
import { sha256Of } from '../shared/rows/digest';
import { isRows, valuesByKey } from '../shared/rows/simplification';

/** Returns the columns of one row of the service, by name. */
export type ColumnsOf = (row: Row) => Row;

/*
 * Each kind of column has its own prefix, and no prefix is the start of a field name of the service
 * (section 2). So the name of a field, an attribute or a variable never collides with another
 * column.
 */

/**
 * Maximum bytes of a column name in UTF-8: PostgreSQL truncates longer names, which may then
 * collide.
 */
const mostBytes = 63;

/** Maximum characters of a field's name within its column name. */
const mostOfName = 30;

/** Maximum characters of a name that are read. */
const mostRead = 1_000;

/** Digits of the digest that keeps truncated names unique. */
const digestLength = 10;

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** The start of a text, without splitting a character. */
const beginning = (
	text: string,
	most: { readonly bytes: number; readonly characters?: number },
) => {
	if (bytesOf(text) <= most.bytes && text.length <= (most.characters ?? Infinity)) return text;
	let [cut, bytes, characters] = ['', 0, 0];
	for (const character of text) {
		bytes += bytesOf(character);
		if (bytes > most.bytes || characters++ === most.characters) break;
		cut += character;
	}
	return cut;
};

/** The part of a key that follows each prefix: all of it, or its start and a digest. */
const fittedTo = (...prefixes: readonly string[]): ((key: string) => string) => {
	const most = mostBytes - Math.max(...prefixes.map(bytesOf));
	return (key) => {
		if (bytesOf(key) <= most) return key;
		const rest = `_${sha256Of(key).slice(0, digestLength)}`;
		return beginning(key, { bytes: most - rest.length }) + rest;
	};
};

/** A name in lower case, with `_` for every character that is not a letter or a digit. */
const worded = (name: string): string =>
	name
		.slice(0, mostRead)
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '_')
		.replace(/^_|_$/g, '');

const named = (prefix: string, values: ReadonlyMap<string, unknown>) =>
	[...values].map(([key, value]) => [`${prefix}${key}`, value] as const);

/** How the column of a field is named: by its ID, or by its name followed by its ID. */
export type FieldNaming = 'id' | 'name';

const fieldPrefixes = { value: 'field_', type: 'type_of_field_', unclear: 'unclear_field_' };
const variablePrefixes = { value: 'variable_', type: 'type_of_variable_' };
const attributePrefix = 'attribute_';

const fittedField = fittedTo(...Object.values(fieldPrefixes));
const fittedVariable = fittedTo(...Object.values(variablePrefixes));
const fittedAttribute = fittedTo(attributePrefix);

const fieldKey = (naming: FieldNaming) => (field: Row) => {
	const id = fittedField(String(field.org_field_id));
	if (naming === 'id') return id;
	const bytes = mostBytes - bytesOf(fieldPrefixes.unclear) - bytesOf(`_${id}`);
	const name = beginning(worded(String(field.field_name)), { bytes, characters: mostOfName });
	return name === '' ? id : `${name}_${id}`;
};

/**
 * The columns of a document (section 2). A field has three: its raw value, its type, and whether it
 * is unclear. An attribute has one, named by its identifier. The name of a field is followed by its
 * ID, so two fields with the same name have two columns, and adding one does not rename the other.
 */
export const documentColumns = (naming: FieldNaming): ColumnsOf => {
	const keyFrom = fieldKey(naming);
	return ({ fields, mapped_fields: attributes }) => {
		const given = isRows(fields) ? fields : [];
		const keys = new Map(given.map((field) => [field, keyFrom(field)]));
		const keyOf = (field: Row): string => keys.get(field) ?? '';
		const unclear = new Map<string, boolean>();
		for (const field of given) {
			const key = keyOf(field);
			unclear.set(key, unclear.get(key) === true || field.is_unclear === true);
		}
		const attributeKey = ({ name, field_type: type }: Row) =>
			fittedAttribute(`${String(name)}_${String(type)}`);
		return Object.fromEntries([
			...named(fieldPrefixes.value, valuesByKey(given, keyOf)),
			...named(
				fieldPrefixes.type,
				valuesByKey(given, keyOf, ({ field_value_type: type }) => type),
			),
			...named(fieldPrefixes.unclear, unclear),
			...named(attributePrefix, valuesByKey(isRows(attributes) ? attributes : [], attributeKey)),
		]);
	};
};

/**
 * The columns of a task (section 2): the value and the type of each variable, by its ID. A variable
 * with different values in different steps has a list of them, as in Simplified.
 */
export const taskColumns: ColumnsOf = ({ variables }) => {
	const given = isRows(variables) ? variables : [];
	const keyOf = ({ variable_id: id }: Row) => fittedVariable(String(id));
	return Object.fromEntries([
		...named(variablePrefixes.value, valuesByKey(given, keyOf)),
		...named(
			variablePrefixes.type,
			valuesByKey(given, keyOf, ({ variable_type: type }) => type),
		),
	]);
};

/** Groups the columns of one field, the value first. */
const about = (column: string): string => column.replace(/^(?:type_of|unclear)_/, '');
const rank = (column: string): number =>
	['type_of_', 'unclear_'].findIndex((start) => column.startsWith(start));

/** Sorted as people look for names, with the columns of one field together. */
const inColumnOrder = (columns: Iterable<string>): string[] => {
	// Created here, when needed: a collator takes milliseconds to start, and few runs need one.
	const { compare } = new Intl.Collator('en', { numeric: true });
	return Array.from(columns, (column) => ({ column, about: about(column), rank: rank(column) }))
		.sort(
			(one, other) =>
				compare(one.about, other.about) ||
				one.rank - other.rank ||
				(one.column < other.column ? -1 : 1),
		)
		.map(({ column }) => column);
};

/**
 * Adds the columns to each item, and null for columns that only other items have. All items then
 * have the same columns in the same order.
 * @param columns the columns of each item, by index
 */
export const inColumns = (items: readonly object[], columns: readonly Row[]): object[] => {
	const all = new Set<string>();
	for (const own of columns) for (const name of Object.keys(own)) all.add(name);
	const names = inColumnOrder(all);
	return items.map((item, index) => {
		const own = columns[index] ?? {};
		const whole: Record<string, unknown> = { ...item };
		for (const name of names) whole[name] = own[name] ?? null;
		return whole;
	});
};
