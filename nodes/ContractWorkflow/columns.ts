import type { Row } from '../../src';
import { sha256Of } from '../shared/rows/digest';
import { isRows, valuesByKey } from '../shared/rows/simplification';

/** Gives the columns of one row as the service gives it, by their names. */
export type ColumnsOf = (row: Row) => Row;

/*
 * No name of a column begins as one of another kind, or as a field of the service (section 2). So
 * whatever a field, an attribute or a variable is called, it is never taken for anything else.
 */

/** Most bytes of a column's name in UTF-8: PostgreSQL cuts longer ones, which then may be the same. */
const mostBytes = 63;

/** Most characters of a field's name in that of its column. */
const mostOfName = 30;

/** Characters of a name that are read at all. */
const mostRead = 1_000;

/** Digits of the digest that tells names apart which were cut. */
const digestLength = 10;

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** The beginning of a text, of whole characters. */
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

/** What of a key stands behind each of some prefixes: all of it, or its beginning and a digest. */
const fittedTo = (...prefixes: readonly string[]): ((key: string) => string) => {
	const most = mostBytes - Math.max(...prefixes.map(bytesOf));
	return (key) => {
		if (bytesOf(key) <= most) return key;
		const rest = `_${sha256Of(key).slice(0, digestLength)}`;
		return beginning(key, { bytes: most - rest.length }) + rest;
	};
};

/** A name in lower case, with `_` for whatever is neither letter nor digit. */
const worded = (name: string): string =>
	name
		.slice(0, mostRead)
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '_')
		.replace(/^_|_$/g, '');

const named = (prefix: string, values: ReadonlyMap<string, unknown>) =>
	[...values].map(([key, value]) => [`${prefix}${key}`, value] as const);

/** How the column of a field is called: by its ID, or by its name with the ID behind it. */
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
 * The columns of a document (section 2): for each field its value as it is given, its type, and
 * whether it is unclear; the value of each attribute, by its identifier. The ID stands behind the name
 * of a field, so that two of one name are two columns, and none changes its name when the other comes.
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
 * The columns of a task (section 2): the value and the type of each variable, by its ID. One that has
 * other values in other steps holds the list of them, as in Simplified.
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

/** What is told of one field stands together, its value first. */
const about = (column: string): string => column.replace(/^(?:type_of|unclear)_/, '');
const rank = (column: string): number =>
	['type_of_', 'unclear_'].findIndex((start) => column.startsWith(start));

/** In the order in which people look for names, what is told of one field together. */
const inColumnOrder = (columns: Iterable<string>): string[] => {
	// Made when it is wanted: a collator takes milliseconds to start, which few runs need.
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
 * Adds to each item its columns, and null for those that only others have: so that all have the same
 * columns in the same order.
 * @param columns those of each item, at its place
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
