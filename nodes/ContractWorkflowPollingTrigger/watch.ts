import type { Client, Row } from '../../src';
import { Explained } from '../shared/words/explained';

/** A point of a list. Plain JSON, because n8n stores it. */
export interface Point {
	/** As the service gave it: the time of a task, or a cursor. Empty at the start of the list. */
	readonly from: string;
	/** Its place in the order of the list. */
	readonly at: number;
}

export const start: Point = { from: '', at: 0 };

/** A row, its ID, and its place in the order of the list. */
export interface Placed {
	readonly id: number;
	readonly at: number;
	readonly row: Row;
}

export interface Reading {
	/** Each row once, oldest first as far as that is known. */
	readonly rows: readonly Placed[];
	/** Rows that only the first page shows, which each reading returns. */
	readonly only?: readonly Placed[];
	/** Where the next reading starts. */
	readonly next: Point;
	/** Whether the list goes on after these rows. */
	readonly isPart?: boolean;
}

/** A list that is watched. */
export interface List {
	/** Reads the rows that exist when a watch starts. Of a long list, the newest ones suffice. */
	first(): Promise<Reading>;
	/** Reads all rows at a point or after it. */
	read(point: Point): Promise<Reading>;
}

/** What is remembered of a row. */
export interface Known {
	/** Its place in the order of the list. */
	readonly at: number;
	readonly token: string;
	/** Whether only the first page has shown the row. */
	readonly isOfFirst?: true;
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
	/** How many rows before the point are remembered, because they may return as known ones. */
	readonly keeps: number;
}

/** A row is news once: later changes do not count. */
export const newOnce = { tokenOf: () => '', keeps: 0 } as const;

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

/** The rows with a valid ID and place. Others never stop them, and are left out with a warning. */
export const placedRows = (
	rows: readonly Row[],
	placeOf: (row: Row) => { readonly id: unknown; readonly at: number },
	warn: Source['warn'],
): readonly Placed[] => {
	const placed = rows.flatMap((row) => {
		const { id, at } = placeOf(row);
		return Number.isSafeInteger(id) && Number.isFinite(at) ? [{ id: Number(id), at, row }] : [];
	});
	const leftOut = rows.length - placed.length;
	if (leftOut > 0) warn(`Left out ${leftOut} of ${rows.length} rows without a valid ID or time`);
	return placed;
};
