import type { Endpoint, Page } from './contract';

/** A row of a list, as the service gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** Endpoints that list in pages. */
export type PagedEndpoint = Endpoint & { readonly page: Page };

export interface PagesOptions {
	/** Most rows to give; all if absent. */
	readonly limit?: number;
	/** Body field that takes the next cursor; offsets are used if absent. */
	readonly cursor?: string;
	/** Most pages under way at the same time. */
	readonly parallel?: number;
	/** Told when the list changed each time it was read: rows that moved meanwhile may be missing. */
	readonly onUnsettled?: () => void;
}

export type Answer = Readonly<Record<string, unknown>>;
/** Fetches one page: the caller's body with `changes` laid over it. */
export type FetchPage = (changes: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** The rows of a page; the client has checked that they are a list. */
export const rowsOf = (page: Page, answer: Answer): readonly Row[] => answer[page.rows] as Row[];

/** Lets each row through once: a row that moves between two pages comes on both. */
export const eachOnce = (page: Page) => {
	const seen = new Set<unknown>();
	return (rows: readonly Row[]): Row[] =>
		rows.filter((row) => {
			const id = row[page.id];
			if (seen.has(id)) return false;
			if (id !== undefined) seen.add(id);
			return true;
		});
};
