import type { Faults, Label } from '../../shared/words/explained';
import { WrongField, createFaults } from '../../shared/words/explained';

/** A row of a list in the panel. */
interface RowOfList {
	readonly list: string;
	/** Counted from 0. */
	readonly index: number;
	/** What the row is about, where that is known. */
	readonly about?: string;
}

/** What an error calls a row, a field of it, or an entry of a field that holds a list, counted from 0. */
export const rowLabel = (
	{ list, index, about }: RowOfList,
	field?: string,
	entry?: number,
): Label => [
	list,
	index + 1,
	...(field === undefined ? [] : [field]),
	...(entry === undefined ? [] : [entry + 1]),
	...(about === undefined ? [] : [{ about }]),
];

/**
 * Reads the rows of a list.
 * @param read gives undefined where something is wrong with the row, which `attempt` takes down
 * @throws {WrongFields} that names all that is wrong with them.
 */
export const readRows = <Row, Read>(
	rows: readonly Row[],
	read: (row: Row, index: number, attempt: Faults['attempt']) => Read | undefined,
): Read[] => {
	const faults = createFaults();
	const found = rows.flatMap((row, index) => read(row, index, faults.attempt) ?? []);
	faults.check();
	return found;
};

/**
 * Checks that a list has rows.
 * @param otherwise what to do with no rows, as a clause
 * @throws {WrongField} where it has none.
 */
export const checkRows = (list: string, rows: readonly unknown[], otherwise: string): void => {
	if (rows.length === 0) throw new WrongField(list, 'is empty', [`Add a row, or ${otherwise}.`]);
};
