import type { Row } from '../../src';

/** How far a list has been read that is too long for one poll. Plain JSON, for n8n stores it. */
export interface Pass {
	/** Behind the last row that was read. */
	readonly offset: number;
	/** Where the next reading begins, once all of the list is read. */
	readonly mark: string;
	/** The ids of the rows that were met. */
	readonly met: readonly number[];
	/** The ids of those of them that lie at the mark or after it. */
	readonly late: readonly number[];
}

export interface ReadOptions {
	/** Goes on with a list that the last reading did not read to its end. */
	readonly pass?: Pass;
	/** Whether of a list that is too long for one poll only the end is wanted. */
	readonly onlyEnd?: boolean;
	/** Whether there is time for another page. */
	readonly hasTime: () => boolean;
}

/** What a list holds from some point on. */
export interface Reading {
	/** Each row once, oldest first as far as it can be told. */
	readonly rows: readonly Row[];
	/** Where the next reading begins. */
	readonly next: string;
	/** The ids of rows that the next reading does not bring again. */
	readonly passed: readonly string[];
	/** How many of the last rows the next reading brings again. */
	readonly again: number;
	/** Rows from the beginning of the list that each later reading, from whatever point, brings too. */
	readonly first?: readonly Row[];
	/** Whether the list goes on behind what was read; the next reading goes on there. */
	readonly isPart: boolean;
	readonly pass?: Pass;
}

/** What a field was and is; `before` is absent where it was not kept. */
export interface Change {
	readonly before?: unknown;
	readonly after: unknown;
}

/** What has changed of a row, by name; null where the row is not remembered. */
export type Changed = Readonly<Record<string, Change>> | null;

/** A row that comes out. */
export interface News {
	readonly row: Row;
	/** Absent where whole rows are compared. */
	readonly changed?: Changed;
}

/** The comparison of some fields of rows, where it is not of whole rows. */
export interface Comparison {
	/** Tells it from others: a memory of other fields tells nothing about these. */
	readonly key: string;
	/** What changed of a row since it was remembered; undefined where that starts nothing. */
	changeOf(row: Row, known: string | undefined): Changed | undefined;
	/** The same token without what came before, for a memory that is full. */
	shortened(token: string): string;
	/** What a change of all fields would look like, for a test in the panel. */
	sampleOf(row: Row, known: string | undefined): Changed;
}

/** A list that is watched, and what is news in it. */
export interface Watch {
	/** Tells this watch from those of other settings, whose memory is of no use to it. */
	readonly key: string;
	readonly comparison?: Comparison;
	/**
	 * Reads the list from a point on, that point included: one that `starts` or an earlier reading
	 * gave.
	 */
	read(from: string, options: ReadOptions): Promise<Reading>;
	/** Where a first reading may begin, narrowest first; the last one, '', reads everything. */
	starts(now: number): readonly string[];
	/** Rows that are there before the watch begins, where a first reading does not bring them all. */
	present?(): Promise<readonly Row[]>;
	idOf(row: Row): string;
	/** What makes a row news when it changes; undefined while the row is not what is watched for. */
	tokenOf(row: Row): string | undefined;
	/** Whether a row is as a stored token says that is not its own one of now. */
	isSame?(row: Row, known: string): boolean;
	/** Whether a row that is news comes out. */
	matches(row: Row): boolean;
	/** Whether rows that no later reading need bring again are remembered as well. */
	readonly remembersPassed: boolean;
}

/** The ID of rows, as text. */
export const idIn =
	(field: string) =>
	(row: Row): string =>
		String(row[field]);

/** A row is news once: no later change of it counts. */
export const newOnce = { tokenOf: () => '', remembersPassed: false } as const;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Times to begin at. The list itself tells the time: a start that brings rows is not ahead of the
 * service's clock, whatever n8n's clock says. One that brings none may be, so the next one is tried.
 */
export const recentStarts = (now: number): readonly string[] => [
	new Date(now - dayMs).toISOString(),
	new Date(now - 30 * dayMs).toISOString(),
	'',
];
