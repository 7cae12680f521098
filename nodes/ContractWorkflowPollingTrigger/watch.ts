import type { Client, Row } from '../../src';
import { Explained } from '../shared/words/explained';

/**
 * The point at the start of a list. Other points are as the service gave them: the time of a task, or
 * a cursor.
 */
export const start = '';

/** A row of a list. */
export interface Listed<Time extends number | null = number | null> {
	readonly id: number;
	/** The time of a task in the list, in milliseconds; null for a document. */
	readonly time: Time;
	readonly row: Row;
}

export interface Reading {
	/** Each row once, oldest first as far as that is known. */
	readonly rows: readonly Listed[];
	/** Rows that may have changed. One that is not remembered is no news: it has only moved up. */
	readonly firstPage?: readonly Listed[];
	/** Where the next reading starts. */
	readonly next: string;
	/** Whether the list goes on after these rows. */
	readonly isPart?: boolean;
}

/** A list that is watched. */
export interface List {
	/** Reads the rows that exist when a watch starts. Of a long list, the newest ones suffice. */
	first(): Promise<Reading>;
	/** Reads all rows at a point or after it. */
	read(point: string): Promise<Reading>;
	/** How many rows without a time, or before the point, are remembered. */
	readonly keeps: number;
}

/** What has changed in a row, by name. `before` is absent if it was too long to remember. */
export type Changed = Readonly<Record<string, { before?: unknown; after: unknown }>>;

/** A list, and what counts as news in it. */
export interface Watch extends List {
	/** Identifies the settings of this watch. It cannot use a memory of other settings. */
	readonly key: string;
	/** The text of a row whose change makes it news; undefined if the row is not watched. */
	tokenOf(row: Row): string | undefined;
	/** Whether a row that is news is returned. */
	matches(row: Row): boolean;
	/**
	 * The chosen fields that changed since the row had a token. Without one, all of them, for a test
	 * in the panel. Absent if no fields were chosen.
	 */
	readonly changedIn?: (row: Row, token: string | undefined) => Changed;
}

/** A row is news once: later changes do not count. */
export const newOnce = { tokenOf: () => '' } as const;

/** Rows per request, and rows that one poll reads. */
export const pageSize = 200;
export const mostRows = 20_000;

/** A list cannot be read: it contradicts itself, or is too long. */
export class UnreadableList extends Explained {
	constructor(message: string, advice = 'Nothing is lost. The next poll reads the list again.') {
		super(message, advice);
	}
}

/** Where rows come from. */
export interface Source {
	readonly client: Client;
	/** Writes a warning to n8n's log. */
	readonly warn: (message: string) => void;
}

/** The rows with a valid ID and time. Others never stop them, and are left out with a warning. */
export const listedRows = <Time extends number | null>(
	rows: readonly Row[],
	read: (row: Row) => { readonly id: unknown; readonly time: Time },
	warn: Source['warn'],
): ReadonlyArray<Listed<Time>> => {
	const listed = rows.flatMap((row) => {
		const { id, time } = read(row);
		const isValid = Number.isSafeInteger(id) && (time === null || Number.isFinite(time));
		return isValid ? [{ id: Number(id), time, row }] : [];
	});
	const leftOut = rows.length - listed.length;
	if (leftOut > 0) warn(`Left out ${leftOut} of ${rows.length} rows without a valid ID or time`);
	return listed;
};
