import type { SQLOutputValue } from 'node:sqlite';

/** What a column of JSON holds, in the form in which the sandbox put it there. */
export const readJson = <Value>(column: SQLOutputValue | undefined): Value =>
	JSON.parse(String(column)) as Value;
