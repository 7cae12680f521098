import type { Page } from './contract';
import type { Asked } from './contradictions';
import { checked } from './contradictions';
import { InvalidResponse } from './errors';
import { byOffset } from './offsets';
import type { Answer, FetchPage, PagesOptions, Row } from './rows';
import { eachOnce, rowsOf } from './rows';

/** Pages one after the other, each from the cursor that the page before gave (section 4). */
const byCursor = async function* (
	get: (asked: Asked, position: Answer) => Promise<Answer>,
	page: Page & { readonly cursor: NonNullable<Page['cursor']> },
	field: string,
	limit: number,
): AsyncGenerator<Row[]> {
	const fresh = eachOnce((row) => row[page.id], new Set());
	let given = 0;
	let position: Answer = {};
	for (;;) {
		const answer = await get({ limit: Math.min(page.maxLimit, limit - given) }, position);
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
 * end. A whole list that changes while it is read by offset is read a second time, for what moved
 * and for whether it is settled: whether every row that was there all the time has come out.
 * @throws {InvalidResponse} when a page contradicts itself, or claims more rows but gives none that
 * is new or no cursor to them.
 */
export const pages = (
	fetch: FetchPage,
	page: Page,
	body: Readonly<Record<string, unknown>>,
	options: PagesOptions,
): AsyncGenerator<Row[]> => {
	const { cursor } = page;
	const get = checked(page, fetch);
	return options.cursor && cursor
		? byCursor(get, { ...page, cursor }, options.cursor, options.limit ?? Infinity)
		: byOffset(get, page, Number(body.offset ?? 0), options);
};
