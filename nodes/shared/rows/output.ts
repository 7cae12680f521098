import type { Row } from '../../../src';
import { document, isRecord, listedTask } from '../../../src';
import { property } from '../fields/property';
import { capitalized } from '../words/labels';
import { pick, simplifyDocument, simplifyTask } from './simplification';

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
		description: 'Returned in addition to the ID',
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

/** How columns begin, by the list of a record that they replace. No field of section 2 does so. */
const prefixes: ReadonlyMap<string, string> = new Map([
	['variables', 'variable_'],
	['fields', 'field_'],
	['mapped_fields', 'attribute_'],
]);

/** A record with a column for each named value, in place of its lists. */
const flattened = (record: Row, simplified: Row): Row =>
	Object.fromEntries(
		Object.entries(record).flatMap(([key, held]): ReadonlyArray<readonly [string, unknown]> => {
			const prefix = prefixes.get(key);
			const values = simplified[key];
			if (prefix === undefined || !isRecord(values)) return [[key, held]];
			return Object.entries(values).map(([name, value]) => [prefix + name, value]);
		}),
	);

/** Gives a record the chosen shape, which is the same in every operation and trigger. */
const shaping =
	(id: string, simplify: (row: Row) => Row) =>
	(row: Row, { output: mode, fields, options }: Chosen): Row => {
		if (mode === 'raw' && !options?.flatten) return row;
		const simplified = simplify(row);
		const usual = mode === 'raw' ? row : simplified;
		const isChosen = mode === 'selectedFields';
		const shaped = isChosen ? pick({ ...row, ...usual }, [id, ...fields]) : usual;
		return options?.flatten ? flattened(shaped, simplified) : shaped;
	};

/** The fields of a task to choose from (section 2). */
export const taskFields = fieldsFrom('task_id', Object.keys(listedTask.shape));
export const shapedTask = shaping('task_id', simplifyTask);

/** The fields of a document to choose from (section 2), and the two lists of names. */
export const documentFields = fieldsFrom('document_id', [
	...Object.keys(document.shape),
	'unclear_fields',
	'empty_fields',
]);
export const shapedDocument = shaping('document_id', simplifyDocument);
