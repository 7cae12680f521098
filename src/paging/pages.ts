import type { Paging } from '../contract';
import { InvalidResponse } from '../errors';
import type { FetchPage, PagesOptions, ResponseBody, Row } from '../rows';
import { eachOnce, rowKeyOf, rowsOf } from '../rows';
import type { PageRequest } from './contradictions';
import { checked } from './contradictions';
import { byOffset } from './offsets';

/** Fetches page after page, each from the cursor of the previous one (section 4). */
const byCursor = async function* (
	get: (asked: PageRequest, position: ResponseBody) => Promise<ResponseBody>,
	page: Paging & { readonly cursor: NonNullable<Paging['cursor']> },
	field: string,
	from: unknown,
	options: PagesOptions,
): AsyncGenerator<Row[]> {
	const { limit = Infinity, onPage } = options;
	const fresh = eachOnce(rowKeyOf(page, options), new Set());
	const begins = new Set([from]);
	let given = 0;
	let position: ResponseBody = {};
	for (;;) {
		const answer = await get({ limit: Math.min(page.maxLimit, limit - given) }, position);
		const all = rowsOf(page, answer);
		const isLast = page.more === undefined || answer[page.more] !== true;
		const next = answer[page.cursor.next];
		onPage?.({ rows: all, isLast, ...(typeof next === 'string' && { next }) });
		const rows = fresh(all);
		given += rows.length;
		yield rows;
		if (isLast || given >= limit) return;
		if (rows.length === 0) throw new InvalidResponse({ kind: 'noProgress' });
		if (typeof next !== 'string' || begins.has(next)) {
			throw new InvalidResponse({ kind: 'noCursor' });
		}
		begins.add(next);
		position = { [field]: next };
	}
};

/**
 * The rows of a list, page by page and each row once (section 4; limits in section 8.5). It
 * requests no more rows than wanted and, if the service reports the number of rows, nothing past
 * the end. A whole list that changes while it is read by offset is read a second time. This finds
 * rows that moved, and whether the list is settled: whether every row that existed all the time was
 * returned.
 * @throws {InvalidResponse} when a page contradicts itself, or claims more rows but has no new row
 * or no new cursor.
 */
export const pages = (
	fetch: FetchPage,
	page: Paging,
	body: Readonly<Record<string, unknown>>,
	options: PagesOptions,
): AsyncGenerator<Row[]> => {
	const { cursor } = page;
	const get = checked(page, fetch);
	return options.cursor && cursor
		? byCursor(get, { ...page, cursor }, options.cursor, body[options.cursor], options)
		: byOffset(get, page, Number(body.offset ?? 0), options);
};
