import type { Row } from '../../../src';
import { property } from '../fields/property';
import { isRecord } from '../fields/propertyValue';
import { byName } from './simplification';

/** Puts each value of a field or a variable into its own column. */
export const flatten = property({
	displayName: 'Flatten',
	name: 'flatten',
	type: 'boolean',
	default: false,
	description:
		'Whether to return each field and variable in its own column, for spreadsheets and tables',
});

/** A list of named values in a record, such as the variables of a task. */
export interface NamedValues {
	/** The field of the record. */
	readonly list: string;
	/** The field of an entry that names it. */
	readonly name: string;
	/** The start of its columns. No field of the service starts with one (section 2). */
	readonly prefix: string;
}

/** A record with a column for each named value, in place of the lists. */
export const flattened = (record: Row, lists: readonly NamedValues[]): Row =>
	Object.fromEntries(
		Object.entries(record).flatMap(([key, held]): ReadonlyArray<readonly [string, unknown]> => {
			const found = lists.find(({ list }) => list === key);
			const values = found && byName(held, found.name);
			if (!isRecord(values)) return [[key, held]];
			return Object.entries(values).map(([name, value]) => [`${found?.prefix}${name}`, value]);
		}),
	);
