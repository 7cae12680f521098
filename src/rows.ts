import type { Endpoint, Paging } from './contract';

/** A row of a list, as the service gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** Endpoints that list in pages. */
export type PagedEndpoint = Endpoint & { readonly page: Paging };

export interface PagesOptions {
	/** Most rows to give, the first ones; all if absent. */
	readonly limit?: number;
	/** Body field that takes the next cursor; offsets are used if absent. */
	readonly cursor?: string;
	/** Most pages under way at the same time. */
	readonly parallel?: number;
	/** How many requests the rate limit still lets through; as many as one likes if absent. */
	readonly room?: () => number;
	/**
	 * Tells the versions of a row apart. Then each version is given once, and the list counts as
	 * settled only where one state of it, with the versions of all its rows, was seen.
	 */
	readonly versionOf?: (row: Row) => unknown;
	/** Told with each page how many rows the list has, where the service tells it. */
	readonly onTotal?: (total: number) => void;
	/**
	 * Told that a row that was there all the time may be missing: a whole list kept changing, or one
	 * that is read by offset changed and so gave fewer rows than `limit`.
	 */
	readonly onUnsettled?: () => void;
	/** Told of each page that is read, before its rows are given. */
	readonly onPage?: (page: PageRead) => void;
}

/** What a page says of the list. */
export interface PageRead {
	/** All rows of the page, as the service gives them. */
	readonly rows: readonly Row[];
	/** The number of all rows, where the service tells it. */
	readonly total?: number;
	/** Whether the list ends with it. */
	readonly isLast: boolean;
	/** The cursor of the page behind it, where cursors are used and the service gives one. */
	readonly next?: string;
}

export type ResponseBody = Readonly<Record<string, unknown>>;
/** Fetches one page: the caller's body with `changes` laid over it. */
export type FetchPage = (changes: Readonly<Record<string, unknown>>) => Promise<ResponseBody>;

/** The rows of a page; the client has checked that they are a list. */
export const rowsOf = (page: Paging, answer: ResponseBody): readonly Row[] =>
	answer[page.rows] as Row[];

/** Tells a row of a list from every other one, and its versions, where those are told apart. */
export const rowKeyOf =
	(page: Paging, { versionOf }: PagesOptions) =>
	(row: Row): unknown =>
		versionOf ? JSON.stringify([row[page.id], versionOf(row)]) : row[page.id];

/** Lets each row through once, for a row that moves between two pages comes on both. */
export const eachOnce = (keyOf: (row: Row) => unknown, seen: Set<unknown>) => {
	const isNew = (row: Row): boolean => {
		const key = keyOf(row);
		if (seen.has(key)) return false;
		if (key !== undefined) seen.add(key);
		return true;
	};
	return (rows: readonly Row[]): Row[] => rows.filter(isNew);
};
