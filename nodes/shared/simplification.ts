import type { Row } from '../../src';

/** Whether a value is a list of objects, as fields, mapped fields and variables are (section 2). */
export const isRows = (value: unknown): value is readonly Row[] =>
	Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

/** The fields of a row that it has of `fields`, in their order. */
export const pick = (row: Row, fields: readonly string[]): Row => {
	const picked: Record<string, unknown> = {};
	for (const field of fields) if (field in row) picked[field] = row[field];
	return picked;
};

const isSame = (one: unknown, other: unknown): boolean =>
	one === other || JSON.stringify(one) === JSON.stringify(other);

/** Each of several values once, in their order. */
export const distinct = (values: readonly unknown[]): readonly unknown[] =>
	values.filter((value, index) => values.findIndex((other) => isSame(other, value)) === index);

/**
 * The values of rows by the key of each. A key that comes again with another value holds the list
 * of its values: which one counts is not for us to say.
 */
export const valuesByKey = (
	rows: readonly Row[],
	keyOf: (row: Row) => string,
	valueOf: (row: Row) => unknown = ({ value }) => value,
): Map<string, unknown> => {
	const values = new Map<string, unknown>();
	const lists = new Map<string, unknown[]>();
	for (const row of rows) {
		// Not taken out of an array: in n8n's process that alone doubled the time of a long list.
		const key = keyOf(row);
		const given = valueOf(row);
		if (!values.has(key)) {
			values.set(key, given);
			continue;
		}
		const list = lists.get(key) ?? [values.get(key)];
		if (list.some((value) => isSame(value, given))) continue;
		list.push(given);
		lists.set(key, list);
		values.set(key, list);
	}
	return values;
};

/** The values of rows by their names; what is no list of rows stays as it is. */
const byName = (rows: unknown, name: string): unknown =>
	isRows(rows) ? Object.fromEntries(valuesByKey(rows, (row) => String(row[name]))) : rows;

/** The names of the rows whose flag is set, each once. */
const namesWhere = (rows: unknown, name: string, flag: string): unknown[] => [
	...new Set(isRows(rows) ? rows.filter((row) => row[flag] === true).map((row) => row[name]) : []),
];

const taskFields = [
	'task_id',
	'task_title',
	'task_url',
	'status',
	'current_step_id',
	'current_step_name',
	'current_step_type',
	'assignee_email',
	'updated_at',
];

/** What most flows need of a task (section 2): where it stands, and its variables by their id. */
export const simplifyTask = (task: Row): Row => ({
	...pick(task, taskFields),
	variables: byName(task.variables, 'variable_id'),
});

const documentFields = [
	'document_id',
	'document_title',
	'file_name',
	'document_type',
	'summary',
	'document_created_at',
];

/**
 * What most flows need of a document (section 2): its fields and mapped fields by their names, and
 * the names of the fields whose value is uncertain or was resolved as empty.
 */
export const simplifyDocument = (document: Row): Row => ({
	...pick(document, documentFields),
	fields: byName(document.fields, 'field_name'),
	unclear_fields: namesWhere(document.fields, 'field_name', 'is_unclear'),
	empty_fields: namesWhere(document.fields, 'field_name', 'is_null'),
	mapped_fields: byName(document.mapped_fields, 'name'),
});
