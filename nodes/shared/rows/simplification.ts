import type { Row } from '../../../src';
import { stepOf } from '../task/place';

/** Whether a value is a list of objects, as fields, mapped fields and variables are (section 2). */
const isRows = (value: unknown): value is readonly Row[] =>
	Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

/** The given fields of a row, in the order of `fields`, as far as it has them. */
export const pick = (row: Row, fields: readonly string[]): Row => {
	const picked: Record<string, unknown> = {};
	fields.forEach((field) => {
		if (Object.hasOwn(row, field)) picked[field] = row[field];
	});
	return picked;
};

/** The distinct values, in order, compared by their JSON text. */
export const distinct = (values: readonly unknown[]): readonly unknown[] => [
	...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/**
 * The distinct values of rows by their names. A name with several has a list: the node does not
 * decide which one counts. Anything but a list of rows is unchanged.
 */
const byName = (rows: unknown, name: string): unknown => {
	if (!isRows(rows)) return rows;
	const lists = new Map<string, unknown[]>();
	for (const row of rows) {
		const key = String(row[name]);
		const values = lists.get(key);
		if (values) values.push(row.value);
		else lists.set(key, [row.value]);
	}
	const shown = [...lists].map(([key, values]) => {
		const all = values.length > 1 ? distinct(values) : values;
		return [key, all.length > 1 ? all : all[0]] as const;
	});
	return Object.fromEntries(shown);
};

/** The names of the rows whose flag is set, each once. */
export const namesWhere = (rows: unknown, name: string, flag: string): unknown[] => [
	...new Set(isRows(rows) ? rows.filter((row) => row[flag] === true).map((row) => row[name]) : []),
];

/** What, where and who, in the order in which people read them. */
const taskHead = [
	'task_id',
	'task_title',
	'status',
	'current_step_name',
	'assignee_email',
	'updated_at',
];

/** What most workflows need from a task (section 2): its state, and its variables by their id. */
export const simplifyTask = (task: Row): Row => ({
	...pick(task, taskHead),
	...('current_step_id' in task && stepOf(task)),
	...pick(task, ['current_step_type', 'task_url']),
	variables: byName(task.variables, 'variable_id'),
});

const documentFields = [
	'document_id',
	'document_title',
	'document_type',
	'document_created_at',
	'file_name',
	'summary',
];

/**
 * What most workflows need from a document (section 2): its fields and mapped fields by name, and
 * the names of the fields whose value is uncertain or was resolved as empty.
 */
export const simplifyDocument = (document: Row): Row => ({
	...pick(document, documentFields),
	fields: byName(document.fields, 'field_name'),
	unclear_fields: namesWhere(document.fields, 'field_name', 'is_unclear'),
	empty_fields: namesWhere(document.fields, 'field_name', 'is_null'),
	mapped_fields: byName(document.mapped_fields, 'name'),
});
