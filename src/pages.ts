import type { Page } from './contract';
import { InvalidResponse } from './errors';
import { byOffset } from './offsets';
import type { Answer, FetchPage, PagesOptions, Row } from './rows';
import { eachOnce, rowsOf } from './rows';

/** Pages one after the other, each from the cursor that the page before gave (section 4). */
const byCursor = async function* (
	fetch: FetchPage,
	page: Page & { readonly cursor: NonNullable<Page['cursor']> },
	field: string,
	limit: number,
): AsyncGenerator<Row[]> {
	const fresh = eachOnce(page);
	let given = 0;
	let position: Answer = {};
	for (;;) {
		const answer = await fetch({ ...position, limit: Math.min(page.maxLimit, limit - given) });
		const rows = fresh(rowsOf(page, answer));
		given += rows.length;
		yield rows;
		if (!page.more || answer[page.more] !== true || given >= limit) return;
		const next = answer[page.cursor.next];
		if (rows.length === 0) throw new InvalidResponse({ kind: 'noProgress' });
		if (typeof next !== 'string') throw new InvalidResponse({ kind: 'noCursor' });
		position = { [field]: next };
	}
};

/**
 * The rows of a list, page by page and each row once (section 4; limits in section 8.5). Asks for
 * no more rows than wanted and, where the service tells the number of rows, for nothing past the
 * end. A list that changes while it is read by offset is read again for what moved.
 * @throws {InvalidResponse} when the service claims more rows, but gives none that is new or no
 * cursor to them.
 */
export const pages = (
	fetch: FetchPage,
	page: Page,
	body: Readonly<Record<string, unknown>>,
	options: PagesOptions,
): AsyncGenerator<Row[]> => {
	const { cursor } = page;
	return options.cursor && cursor
		? byCursor(fetch, { ...page, cursor }, options.cursor, options.limit ?? Infinity)
		: byOffset(fetch, page, Number(body.offset ?? 0), options);
};
