import type { Paging } from '../contract';
import { InvalidResponse } from '../errors';
import type { PageRequest, ResponseBody, Row } from './reading';
import { pageIn, readOnce } from './reading';

export interface PagesOptions {
	/** Maximum rows to return, from the first one; all if absent. */
	readonly limit?: number;
	/** Maximum pages in flight. */
	readonly parallel?: number;
	/** Called with each page with the length of the list, if the service reports it. */
	readonly onTotal?: (total: number) => void;
	/**
	 * Called when a row that existed all the time may be missing: a whole list kept changing, or a
	 * list changed and so returned fewer rows than `limit`.
	 */
	readonly onUnsettled?: () => void;
}

/** Fetches one page: the caller's body with `changes` merged into it. */
type FetchPage = (changes: Readonly<Record<string, unknown>>) => Promise<ResponseBody>;

/**
 * The rows of a list, page by page and each row once (section 4; limits in section 8.5). A limited
 * list is read once, and asks for no more rows than wanted. A whole list that may lack a row is
 * read once more. Without a total, which would show a gap, the second reading is in sequence.
 * @throws {InvalidResponse} when a page contradicts itself, or the list claims rows but has none.
 */
export const pages = async function* (
	fetch: FetchPage,
	paging: Paging,
	body: ResponseBody,
	{ limit = Infinity, parallel = 1, onTotal, onUnsettled }: PagesOptions,
): AsyncGenerator<Row[]> {
	const get = async (asked: PageRequest) => {
		const page = pageIn(paging, asked, await fetch({ ...asked }));
		if (page.total !== undefined) onTotal?.(page.total);
		return page;
	};
	const range = { from: Number(body.offset ?? 0), limit, parallel };
	const met = new Set<unknown>();
	if (yield* readOnce(get, paging, { ...range, met })) return;
	const again = new Set<unknown>();
	if (limit === Infinity) {
		const one = paging.total === undefined ? { parallel: 1 } : {};
		const isWhole = yield* readOnce(get, paging, { ...range, ...one, met: again, known: met });
		// The list had rows, so an empty response may as well be wrong.
		if (isWhole && again.size > 0) return;
	}
	if (met.size + again.size === 0) {
		const details = 'The last page contained only known rows.';
		throw new InvalidResponse(
			'The service returned no new rows, although it reported more',
			details,
		);
	}
	if (met.size < limit) onUnsettled?.();
};
