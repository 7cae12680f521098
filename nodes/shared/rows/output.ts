import type { Row } from '../../../src';
import { document, listedTask } from '../../../src';
import { property } from '../fields/property';
import { stepOf } from '../task/place';
import { capitalized } from '../words/labels';

/**
 * How much of each record is returned. n8n requires these three choices for more than ten fields.
 */
export const output = property({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'simplified',
	options: [
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The most useful fields',
		},
		{ name: 'Raw', value: 'raw', description: 'Everything the service returns' },
		{ name: 'Selected Fields', value: 'selectedFields' },
	],
});

/** The values of the output parameters. */
interface Chosen {
	readonly output: 'simplified' | 'raw' | 'selectedFields';
	readonly fields: readonly string[];
}

/** Whether a value is a list of objects, as fields, mapped fields and variables are (section 2). */
const isRows = (value: unknown): value is readonly Row[] =>
	Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

/** The distinct values, in order, compared by their JSON text. */
export const distinct = (values: readonly unknown[]): readonly unknown[] => [
	...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** The names of the rows whose flag is set, each once. */
export const namesWhere = (rows: unknown, name: string, flag: string): unknown[] => [
	...new Set(isRows(rows) ? rows.filter((row) => row[flag] === true).map((row) => row[name]) : []),
];

/** What the column of a variable begins with. */
export const variablePrefix = 'variable_';

/**
 * The lists of a record that hold named values: where each has its name, and how its column begins.
 * No field of section 2 begins so.
 */
const namedLists: ReadonlyMap<string, readonly [name: string, prefix: string]> = new Map([
	['variables', ['variable_id', variablePrefix]],
	['fields', ['field_name', 'field_']],
	['mapped_fields', ['name', 'attribute_']],
]);

/**
 * Adds the columns of a field to a row: of a list of named values one for each name, else the field
 * itself. A name with several values has a list: the node does not decide which one counts.
 */
const addColumns = (row: Record<string, unknown>, field: string, held: unknown): void => {
	const [name, prefix] = namedLists.get(field) ?? [];
	if (name === undefined || !isRows(held)) {
		row[field] = held;
		return;
	}
	const lists = new Map<string, unknown[]>();
	for (const one of held) {
		const key = `${prefix}${String(one[name])}`;
		const values = lists.get(key);
		if (values) values.push(one.value);
		else lists.set(key, [one.value]);
	}
	for (const [key, values] of lists) {
		const all = values.length > 1 ? distinct(values) : values;
		row[key] = all.length > 1 ? all : all[0];
	}
};

/** Gives a record the chosen shape, which is the same in every operation and trigger. */
const shaping =
	(id: string, simplified: readonly string[], complete: (record: Row) => Row) =>
	(record: Row, { output: mode, fields }: Chosen): Row => {
		if (mode === 'raw') return record;
		const whole = complete(record);
		const row = {};
		for (const name of mode === 'simplified' ? simplified : [id, ...fields]) {
			if (Object.hasOwn(whole, name)) addColumns(row, name, whole[name]);
		}
		return row;
	};

/** What most workflows need from a task (section 2), in the order in which people read it. */
export const shapedTask = shaping(
	'task_id',
	[
		...['task_id', 'task_title', 'status', 'current_step_name', 'assignee_email', 'updated_at'],
		...['task_url', 'current_step_id', 'current_step_run_id', 'workflow_state_id'],
		...['current_step_type', 'variables'],
	],
	(task) => ({ ...task, ...('current_step_id' in task && stepOf(task)) }),
);

/**
 * The same of a document, with the names of the fields whose value is uncertain or was resolved as
 * empty.
 */
export const shapedDocument = shaping(
	'document_id',
	[
		...['document_id', 'document_title', 'document_type', 'document_created_at', 'file_name'],
		...['summary', 'fields', 'mapped_fields', 'unclear_fields', 'empty_fields'],
	],
	(found) => ({
		...found,
		unclear_fields: namesWhere(found.fields, 'field_name', 'is_unclear'),
		empty_fields: namesWhere(found.fields, 'field_name', 'is_null'),
	}),
);

/** The choice of fields, from the possible names of a record, except its ID. */
const fieldsFrom = (id: string, names: readonly string[]) =>
	property({
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		displayOptions: { show: { output: ['selectedFields'] } },
		default: [],
		options: names
			.filter((name) => name !== id)
			.sort()
			.map((name) => ({ name: capitalized(name), value: name })),
	});

/** The fields of a task to choose from (section 2). */
export const taskFields = fieldsFrom('task_id', Object.keys(listedTask.shape));

/** The fields of a document to choose from (section 2), and the two lists of names. */
export const documentFields = fieldsFrom('document_id', [
	...Object.keys(document.shape),
	'unclear_fields',
	'empty_fields',
]);
