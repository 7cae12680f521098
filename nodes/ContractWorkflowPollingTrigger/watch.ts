import type { Row } from '../../src';

/**
 * How much of a list that is too long for one poll has been read. Plain JSON, because n8n stores
 * it.
 */
export interface Pass {
	/** After the last row that was read. */
	readonly offset: number;
	/** Where the next reading starts, once the whole list is read. */
	readonly mark: string;
	/** The ids of the rows that were seen. */
	readonly met: readonly number[];
	/** The ids of those rows that are at the mark or after it. */
	readonly late: readonly number[];
}

export interface ReadOptions {
	/** Continues a list that the last reading did not finish. */
	readonly pass?: Pass;
	/** Whether only the end of a list that is too long for one poll is wanted. */
	readonly onlyEnd?: boolean;
	/** Whether there is time for another page. */
	readonly hasTime: () => boolean;
}

/** The rows of a list from some point on. */
export interface Reading {
	/** Each row once, oldest first as far as that is known. */
	readonly rows: readonly Row[];
	/** Where the next reading starts. */
	readonly next: string;
	/** The ids of rows that the next reading does not return again. */
	readonly passed: readonly string[];
	/** How many of the last rows the next reading returns again. */
	readonly again: number;
	/** Rows from the start of the list that every later reading returns, from any point. */
	readonly first?: readonly Row[];
	/** Whether the list continues after what was read. The next reading continues there. */
	readonly isPart: boolean;
	readonly pass?: Pass;
}

/** The old and the new value of a field. `before` is absent if it was not stored. */
export interface Change {
	readonly before?: unknown;
	readonly after: unknown;
}

/** What has changed in a row, by name; null if the row is not remembered. */
export type Changed = Readonly<Record<string, Change>> | null;

/** A row to return. */
export interface News {
	readonly row: Row;
	/** Absent if whole rows are compared. */
	readonly changed?: Changed;
}

/** The comparison of some fields of rows, instead of whole rows. */
export interface Comparison {
	/** Identifies the compared fields: a memory for other fields says nothing about these. */
	readonly key: string;
	/** What has changed in a row since it was remembered; undefined if the change starts nothing. */
	changeOf(row: Row, known: string | undefined): Changed | undefined;
	/** The same token without the old values, for a memory that is full. */
	shortened(token: string): string;
	/** What a change of all fields would look like, for a test in the panel. */
	sampleOf(row: Row, known: string | undefined): Changed;
}

/** A list that is watched, and what counts as news in it. */
export interface Watch {
	/** Identifies the settings of this watch. It cannot use a memory of other settings. */
	readonly key: string;
	readonly comparison?: Comparison;
	/**
	 * Reads the list from a point on, inclusive. The point comes from `starts` or an earlier reading.
	 */
	read(from: string, options: ReadOptions): Promise<Reading>;
	/** Where a first reading may start, narrowest first. The last one, '', reads everything. */
	starts(now: number): readonly string[];
	/** Rows that exist before the watch starts, if a first reading does not return them all. */
	present?(): Promise<readonly Row[]>;
	idOf(row: Row): string;
	/** The token of a row, whose change makes the row news; undefined if the row is not watched. */
	tokenOf(row: Row): string | undefined;
	/** Whether a row matches a stored token that differs from its current one. */
	isSame?(row: Row, known: string): boolean;
	/** Whether a row that is news is returned. */
	matches(row: Row): boolean;
	/** Whether to remember rows that later readings need not return. */
	readonly remembersPassed: boolean;
}

/** The ID of rows, as text. */
export const idIn =
	(field: string) =>
	(row: Row): string =>
		String(row[field]);

/** A row is news once: later changes do not count. */
export const newOnce = { tokenOf: () => '', remembersPassed: false } as const;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Possible start times. The list itself confirms them: a start that returns rows is not ahead of
 * the service's clock, whatever n8n's clock says. A start without rows may be, so the next one is
 * tried.
 */
export const recentStarts = (now: number): readonly string[] => [
	new Date(now - dayMs).toISOString(),
	new Date(now - 30 * dayMs).toISOString(),
	'',
];
