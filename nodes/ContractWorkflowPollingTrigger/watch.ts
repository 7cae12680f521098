import type { Client, Row } from '../../src';
import { Explained } from '../shared/words/explained';

/**
 * The point at the start of a list. Other points are as the service gave them: the time of a task, or
 * a cursor.
 */
export const start = '';

/** A row of a list. */
export interface Listed {
	readonly id: number;
	/** The time of a task in the list, in milliseconds; null for a document. */
	readonly time: number | null;
	readonly row: Row;
}

/** Where a reading of a list goes on. Plain JSON, because n8n stores it. */
export interface Position<Part = unknown> {
	/** Where the reading started: all rows before it are known. */
	readonly point: string;
	/** How far a reading came that is not over. */
	readonly part?: Part;
	/** Whether these rows existed when the watch began, so that they are no news. */
	readonly isFirst?: true;
}

/** A page of a list. */
export interface ListPage {
	readonly rows: readonly Listed[];
	/** Rows that may have changed. One that is not remembered is no news: it has only moved up. */
	readonly moved?: readonly Listed[] | undefined;
	/** What to read next. After a whole reading, it starts a new one, which is not the first. */
	readonly next: Position;
	/** Whether the poll has reached the end of the list. Otherwise, more pages follow. */
	readonly isLast?: boolean;
}

/** What has changed in a row, by name. `before` is absent if it was too long to remember. */
export type Changed = Readonly<Record<string, { before?: unknown; after: unknown }>>;

/** A list, and what counts as news in it. */
export interface Watch {
	/** Identifies the settings of this watch. It cannot use a memory of other settings. */
	readonly key: string;
	/**
	 * Reads one page of the list. Of a long one that is read for the first time, the newest rows
	 * suffice.
	 * @throws {Explained} when the page contradicts itself.
	 */
	read(position: Position): Promise<ListPage>;
	/** How many rows without a time, or before the point, are remembered. */
	readonly keeps: number;
	/** The text of a row whose change makes it news; undefined if the row is not watched. */
	tokenOf(row: Row): string | undefined;
	/** Whether a row that is news is returned. */
	matches(row: Row): boolean;
	/**
	 * The chosen fields that changed since the row had a token. Without one, all of them, for a test
	 * in the panel. Absent if no fields were chosen.
	 */
	readonly changedIn?: (row: Row, token: string | undefined) => Changed;
	/** The chosen fields that none of the rows has, by name. */
	readonly missingIn?: (rows: readonly Listed[]) => readonly string[];
}

/** Rows per request. */
export const pageSize = 200;

/** The error of a list that contradicts itself. */
export const unreadable = (message: string): Explained =>
	new Explained(message, 'Nothing is lost. The next poll reads the list again.');

/** Where rows come from. */
export interface Source {
	readonly client: Client;
	/** Writes a warning to n8n's log. */
	readonly warn: (message: string) => void;
	/** Starts the error workflow, although the poll goes on. */
	readonly report: (fault: Explained) => void;
	/** n8n's clock, in milliseconds since 1970. */
	readonly now: () => number;
}

/** The rows with a valid ID and time. Others never stop them, and are left out with a warning. */
export const listedRows = (
	rows: readonly Row[],
	timeOf: (row: Row) => Listed['time'],
	warn: Source['warn'],
): readonly Listed[] => {
	const listed = rows
		.map((row) => ({ id: row.task_id ?? row.document_id, time: timeOf(row), row }))
		.filter((one): one is Listed => Number.isSafeInteger(one.id) && !Number.isNaN(one.time));
	const leftOut = rows.length - listed.length;
	if (leftOut > 0) warn(`Left out ${leftOut} of ${rows.length} rows without a valid ID or time`);
	return listed;
};
