import type { Faults, Label } from '../../shared/words/explained';
import { WrongField, createFaults } from '../../shared/words/explained';

/** A row of a list in the panel. */
interface RowOfList {
	readonly list: string;
	/** Counted from 0. */
	readonly index: number;
	/** What the row is about, if known. */
	readonly about?: string;
}

/**
 * The label of a row, of its field, or of an entry in a list field (counted from 0) in an error.
 */
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
 * @param read returns undefined if the row has a fault, which `attempt` records
 * @throws {WrongFields} that names all faults of the rows.
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
 * @param otherwise what to do without rows, as a clause
 * @throws {WrongField} if the list has no rows.
 */
export const checkRows = (list: string, rows: readonly unknown[], otherwise: string): void => {
	if (rows.length === 0) throw new WrongField(list, 'is empty', [`Add a row, or ${otherwise}.`]);
};
