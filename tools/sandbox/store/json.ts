import type { SQLOutputValue } from 'node:sqlite';

/** The value of a JSON column, as the sandbox stored it. */
export const readJson = <Value>(column: SQLOutputValue | undefined): Value =>
	JSON.parse(String(column)) as Value;
