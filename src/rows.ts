import type { Endpoint, Paging } from './contract';

/** A row of a list, as the service returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Endpoints that list in pages. */
export type PagedEndpoint = Endpoint & { readonly page: Paging };

export interface PagesOptions {
	/** Maximum rows to return, from the first one; all if absent. */
	readonly limit?: number;
	/** Maximum pages in flight. */
	readonly parallel?: number;
	/** How many requests the rate limit still allows; unlimited if absent. */
	readonly room?: () => number;
	/**
	 * Distinguishes the versions of a row. If set, each version is returned once, and the list is
	 * settled only if one state of it was seen, with the versions of all its rows.
	 */
	readonly versionOf?: (row: Row) => unknown;
	/** Called with each page with the length of the list, if the service reports it. */
	readonly onTotal?: (total: number) => void;
	/**
	 * Called when a row that existed all the time may be missing: a whole list kept changing, or a
	 * list changed and so returned fewer rows than `limit`.
	 */
	readonly onUnsettled?: () => void;
	/** Called for each page, before its rows are returned. */
	readonly onPage?: (page: PageRead) => void;
}

/** What a page says about the list. */
export interface PageRead {
	/** All rows of the page, as the service returns them. */
	readonly rows: readonly Row[];
	/** The number of all rows, if the service reports it. */
	readonly total?: number;
	/** Whether the list ends with this page. */
	readonly isLast: boolean;
}

export type ResponseBody = Readonly<Record<string, unknown>>;
/** Fetches one page: the caller's body with `changes` merged into it. */
export type FetchPage = (changes: Readonly<Record<string, unknown>>) => Promise<ResponseBody>;

/** The rows of a page. The client has checked that they are a list. */
export const rowsOf = (page: Paging, answer: ResponseBody): readonly Row[] =>
	answer[page.rows] as Row[];

/** The number of all rows, if the service reports it. `checkPage` has seen that it is a count. */
export const totalOf = (page: Paging, answer: ResponseBody): number | undefined =>
	page.total === undefined ? undefined : (answer[page.total] as number);

/**
 * Returns the key that identifies a row of a list, and its version if versions are distinguished.
 */
export const rowKeyOf =
	(page: Paging, { versionOf }: PagesOptions) =>
	(row: Row): unknown =>
		versionOf ? JSON.stringify([row[page.id], versionOf(row)]) : row[page.id];

/** Passes each row once, because a row that moves between two pages occurs on both. */
export const eachOnce = (keyOf: (row: Row) => unknown, seen: Set<unknown>) => {
	const isNew = (row: Row): boolean => {
		const key = keyOf(row);
		if (seen.has(key)) return false;
		if (key !== undefined) seen.add(key);
		return true;
	};
	return (rows: readonly Row[]): Row[] => rows.filter(isNew);
};
