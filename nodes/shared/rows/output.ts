import type { Row } from '../../../src';
import { document, isRecord, listedTask } from '../../../src';
import { property } from '../fields/property';
import { capitalized } from '../words/labels';
import { byName, pick, simplifyDocument, simplifyTask } from './simplification';

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

/** Puts each value of a field or a variable into its own column. */
export const flatten = property({
	displayName: 'Flatten',
	name: 'flatten',
	type: 'boolean',
	default: false,
	description:
		'Whether to return each field and variable in its own column, for spreadsheets and tables',
});

/** The choice of fields, from the possible names of a record, except its ID. */
const fieldsFrom = (id: string, names: readonly string[]) =>
	property({
		displayName: 'Fields',
		name: 'fields',
		type: 'multiOptions',
		displayOptions: { show: { output: ['selectedFields'] } },
		default: [],
		description: 'Fields to return in addition to the ID',
		options: names
			.filter((name) => name !== id)
			.sort()
			.map((name) => ({ name: capitalized(name), value: name })),
	});

/** The values of the output parameters. */
interface Chosen {
	readonly output: 'simplified' | 'raw' | 'selectedFields';
	readonly fields: readonly string[];
	readonly options?: { readonly flatten?: boolean | undefined };
}

/** A list of named values in a record, such as the variables of a task. */
interface NamedValues {
	/** The field of the record. */
	readonly list: string;
	/** The field of an entry that names it. */
	readonly name: string;
	/** The start of its columns. No field of the service starts with one (section 2). */
	readonly prefix: string;
}

/** A record with a column for each named value, in place of the lists. */
const flattened = (record: Row, lists: readonly NamedValues[]): Row =>
	Object.fromEntries(
		Object.entries(record).flatMap(([key, held]): ReadonlyArray<readonly [string, unknown]> => {
			const found = lists.find(({ list }) => list === key);
			const values = found && byName(held, found.name);
			if (!isRecord(values)) return [[key, held]];
			return Object.entries(values).map(([name, value]) => [`${found?.prefix}${name}`, value]);
		}),
	);

/** Gives a record the chosen shape, which is the same in every operation and trigger. */
const shaping =
	(id: string, simplify: (row: Row) => Row, lists: readonly NamedValues[]) =>
	(row: Row, { output: mode, fields, options }: Chosen): Row => {
		const usual = mode === 'raw' ? row : simplify(row);
		const isChosen = mode === 'selectedFields';
		const shaped = isChosen ? pick({ ...row, ...usual }, [id, ...fields]) : usual;
		return options?.flatten ? flattened(shaped, lists) : shaped;
	};

/** The fields of a task to choose from (section 2). */
export const taskFields = fieldsFrom('task_id', Object.keys(listedTask.shape));
export const shapedTask = shaping('task_id', simplifyTask, [
	{ list: 'variables', name: 'variable_id', prefix: 'variable_' },
]);

/** The fields of a document to choose from (section 2), and the two lists of names. */
export const documentFields = fieldsFrom('document_id', [
	...Object.keys(document.shape),
	'unclear_fields',
	'empty_fields',
]);
export const shapedDocument = shaping('document_id', simplifyDocument, [
	{ list: 'fields', name: 'field_name', prefix: 'field_' },
	{ list: 'mapped_fields', name: 'name', prefix: 'attribute_' },
]);
