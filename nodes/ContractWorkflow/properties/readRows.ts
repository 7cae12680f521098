import { createFaults } from '../../shared/words/explained';

/**
 * The label of a row of a list, or of its field, in an error.
 * @param index counted from 0
 * @param about what the row is about, if known
 */
export const rowLabel = (
	list: string,
	index: number,
	about: string | undefined,
	field?: string,
): string => {
	const parts = [`"${list}" ${index + 1}`, field && `"${field}"`, about && `(${about})`];
	return parts.filter(Boolean).join(' ');
};

/**
 * Reads the rows of a list.
 * @throws {Explained} that names the first fault of each row.
 */
export const readRows = <Row, Read>(
	rows: readonly Row[],
	read: (row: Row, index: number) => Read,
): Read[] => {
	const faults = createFaults();
	const found = rows.flatMap((row, index) => faults.attempt(() => [read(row, index)]) ?? []);
	faults.check();
	return found;
};
