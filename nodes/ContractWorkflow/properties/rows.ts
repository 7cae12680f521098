import { Explained } from '../../shared/explained';

/** A row of a list in the panel. */
export interface RowPlace {
	readonly list: string;
	/** Counted from 0. */
	readonly index: number;
	/** What the row is about, where that is known. */
	readonly about?: string;
}

/**
 * What an error calls a row, a field of it, or an entry of a field that holds a list, counted from 0:
 * `"Conditions" 2 "Values" 3 (Governing law)`.
 */
export const rowLabel = (
	{ list, index, about }: RowPlace,
	field?: string,
	entry?: number,
): string =>
	[
		`"${list}" ${index + 1}`,
		...(field === undefined ? [] : [`"${field}"`]),
		...(entry === undefined ? [] : [String(entry + 1)]),
		...(about === undefined ? [] : [`(${about})`]),
	].join(' ');

/** Rows of a list in the panel are wrong; nothing was sent. */
export class WrongRows extends Explained {
	override readonly name = 'WrongRows';

	/** @param faults sentences without their full stop, each with a `rowLabel` before it */
	constructor(faults: readonly string[]) {
		super(faults.join('; '), 'Nothing was sent. Correct the fields and run again.');
	}
}

/**
 * That a list has no rows.
 * @param otherwise what to do with no rows, as a clause
 */
export const noRows = (list: string, otherwise: string): WrongRows =>
	new WrongRows([`"${list}" is empty: add a row, or ${otherwise}`]);
