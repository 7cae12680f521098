import type { Endpoint, Page } from './contract';
import { InvalidResponse } from './errors';

/** A row of a list, as the service gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** Endpoints that list in pages. */
export type PagedEndpoint = Endpoint & { readonly page: Page };

export interface PagesOptions {
	/** Most rows to give; all if absent. */
	readonly limit?: number;
	/** Body field that takes the next cursor; offsets are used if absent. */
	readonly cursor?: string;
	/** Most pages under way at the same time, once the number of rows is known. */
	readonly parallel?: number;
}

type Body = Readonly<Record<string, unknown>>;
type Answer = Readonly<Record<string, unknown>>;
/** Fetches one page: the caller's body with `changes` laid over it. */
type Fetch = (changes: Body) => Promise<Answer>;

const rowsOf = (page: Page, answer: Answer): readonly Row[] => {
	const rows: unknown = answer[page.rows];
	if (!Array.isArray(rows)) {
		throw new InvalidResponse(`The service answered a page of a list without "${page.rows}"`);
	}
	return rows as Row[];
};

const noProgress = () =>
	new InvalidResponse(
		'The service says that there are more rows, but its last page held none that is new. ' +
			'The list was ended here, to not ask forever',
	);

/** Lets each row through once: a row that moves between two pages comes on both. */
const once = (page: Page) => {
	const seen = new Set<unknown>();
	return (answer: Answer): Row[] =>
		rowsOf(page, answer).filter((row) => {
			const id = row[page.id];
			if (seen.has(id)) return false;
			if (id !== undefined) seen.add(id);
			return true;
		});
};

/** Runs `get` over `offsets` with a bounded number under way; gives the answers in order. */
async function* inOrder(
	offsets: readonly number[],
	parallel: number,
	get: (offset: number) => Promise<Answer>,
): AsyncGenerator<Answer> {
	const underway = new Map<number, Promise<Answer>>();
	const start = (offset: number) => {
		const answer = get(offset);
		// A page that fails before its turn is reported at its turn, not as an unhandled rejection.
		answer.catch(() => undefined);
		underway.set(offset, answer);
	};
	const waiting = offsets.values();
	for (const offset of offsets) {
		while (underway.size < parallel) {
			const { value, done } = waiting.next();
			if (done) break;
			start(value);
		}
		const answer = await underway.get(offset);
		underway.delete(offset);
		if (answer) yield answer;
	}
}

/** Pages by offset, where the service tells the number of all matches. */
async function* byTotal(
	fetch: Fetch,
	page: Page & { readonly total: string },
	from: number,
	{ limit = Infinity, parallel = 1 }: PagesOptions,
): AsyncGenerator<Row[]> {
	const fresh = once(page);
	const first = await fetch({ offset: from, limit: Math.min(page.maxLimit, limit) });
	const step = rowsOf(page, first).length;
	yield fresh(first);
	const end = Math.min(Number(first[page.total]), from + limit);
	if (Number.isNaN(end)) {
		throw new InvalidResponse(
			`The service answered a page of a list without "${page.total}"`,
			true,
		);
	}
	if (from + step >= end) return;
	if (step === 0) throw noProgress();
	const offsets: number[] = [];
	for (let offset = from + step; offset < end; offset += step) offsets.push(offset);
	const get = (offset: number) => fetch({ offset, limit: Math.min(step, end - offset) });
	for await (const answer of inOrder(offsets, parallel, get)) yield fresh(answer);
}

/** Pages one after the other, by offset or by cursor, for as long as the service has more. */
async function* byMore(
	fetch: Fetch,
	page: Page,
	from: number,
	{ limit = Infinity, cursor }: PagesOptions,
): AsyncGenerator<Row[]> {
	const fresh = once(page);
	let offset = from;
	let given = 0;
	let position: Body = cursor ? {} : { offset };
	for (;;) {
		const answer = await fetch({ ...position, limit: Math.min(page.maxLimit, limit - given) });
		const rows = fresh(answer);
		given += rows.length;
		yield rows;
		if (!page.more || answer[page.more] !== true || given >= limit) return;
		if (rows.length === 0) throw noProgress();
		offset += rowsOf(page, answer).length;
		if (cursor && page.cursor) {
			const next = answer[page.cursor.next];
			if (typeof next !== 'string') throw noProgress();
			position = { [cursor]: next };
		} else {
			position = { offset };
		}
	}
}

/**
 * The rows of a list, page by page and each row once (section 4; limits in section 8.5). Asks for
 * no more rows than wanted and for nothing past the end.
 * @throws {InvalidResponse} when a page has no rows field, or when the service claims more rows but
 * gives none that is new.
 */
export const pages = (
	fetch: Fetch,
	page: Page,
	body: Body,
	options: PagesOptions,
): AsyncGenerator<Row[]> => {
	const from = Number(body.offset ?? 0);
	const { total } = page;
	return total === undefined
		? byMore(fetch, page, from, options)
		: byTotal(fetch, { ...page, total }, from, options);
};
