import type { Endpoint, Paging } from '../contract';
import { InvalidResponse } from '../errors';

/** A row of a list, as the service returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** Endpoints that list in pages. */
export type PagedEndpoint = Endpoint & { readonly page: Paging };

export type ResponseBody = Readonly<Record<string, unknown>>;

/** The request of one page. */
export interface PageRequest {
	readonly offset: number;
	readonly limit: number;
}

/** One page of a list. */
interface ListPage {
	readonly rows: readonly Row[];
	/** The number of all rows, if the service reports it. */
	readonly total: number | undefined;
	/** Whether the service says that no rows follow. */
	readonly saysEnd: boolean;
}

/**
 * The page in a response. The client has checked that its rows are a list.
 * @throws {InvalidResponse} for what would end the list too early, or never: too many rows, or no
 * word on how the list continues.
 */
export const pageIn = (
	{ rows: name, more, total: count }: Paging,
	{ limit }: PageRequest,
	answer: ResponseBody,
): ListPage => {
	const rows = answer[name] as Row[];
	const invalid = (fault: string, details: string) => new InvalidResponse(fault, details);
	if (rows.length > limit) {
		const details = `The page has ${rows.length} rows, and the limit was ${limit}.`;
		throw invalid('The service returned more rows than requested', details);
	}
	if (more !== undefined && typeof answer[more] !== 'boolean') {
		const details = `"${more}" is not true or false.`;
		throw invalid('The service did not report if there are more rows', details);
	}
	const total = count === undefined ? undefined : Number(answer[count]);
	const isCount = total === undefined || (total === answer[count ?? ''] && total >= 0);
	if (!isCount || !Number.isSafeInteger(total ?? 0)) {
		const details = `"${count}" is not a whole number of 0 or more.`;
		throw invalid('The service did not report a valid number of rows', details);
	}
	return { rows, total, saysEnd: more !== undefined && answer[more] === false };
};

type GetPage = (asked: PageRequest) => Promise<ListPage>;

/** How to read a list once. */
interface ReadingOptions {
	/** The offset of the first row. */
	readonly from: number;
	/** Maximum rows; Infinity for all. */
	readonly limit: number;
	/** Maximum pages in flight. */
	readonly parallel: number;
	/** The IDs of the rows of this reading, which adds to it. */
	readonly met: Set<unknown>;
	/** The IDs of rows that were already returned. */
	readonly known?: ReadonlySet<unknown>;
}

/** A page in flight. */
interface Requested extends PageRequest {
	readonly page: Promise<ListPage>;
}

/** Where a page ended. */
interface Before {
	readonly reached: number;
	readonly total: number | undefined;
	/** The ID of its last row. */
	readonly last: unknown;
}

/** Widest wave, if the list does not say how long it is: some pages may lie past its end. */
const mostUncounted = 12;

/** Whether a page begins where the one before it ended, in a list of the same length. */
const joins = (
	{ reached, total, last }: Before,
	{ offset }: PageRequest,
	page: ListPage,
	{ id, overlap }: { readonly id: string; readonly overlap: number },
): boolean =>
	page.total === total &&
	offset === reached - overlap &&
	(overlap === 0 || page.rows[0]?.[id] === last);

/** The rows whose ID was not met yet. Then it is. */
const notMet = (rows: readonly Row[], id: string, met: Set<unknown>): Row[] =>
	rows.filter((row) => {
		const isNew = row[id] === undefined || !met.has(row[id]);
		met.add(row[id]);
		return isNew;
	});

/**
 * Reads a list once, by offset, and returns the rows of each page that are neither met nor known.
 * The first page shows how the list goes on. With `total_count`, all others are requested in
 * parallel. Otherwise they come in waves, each twice as wide as the one before.
 *
 * Each page of a whole list starts with the last row of the previous page. The result says whether
 * nothing can be missing: all pages join, report the same total and have no other row twice.
 */
export const readOnce = async function* (
	get: GetPage,
	{ id, maxLimit }: Paging,
	{ from, limit, parallel, met, known }: ReadingOptions,
): AsyncGenerator<Row[], boolean> {
	const wanted = from + limit;
	const overlap = limit === Infinity ? 1 : 0;
	const inFlight: Requested[] = [];
	let [next, width, size, end] = [from, 1, maxLimit, wanted];
	const request = () => {
		while (inFlight.length < width && next + overlap < end) {
			const asked = { offset: next, limit: Math.min(size, wanted - next) };
			const page = get(asked);
			// A failure before its turn is reported at its turn, not as an unhandled rejection.
			page.catch(() => undefined);
			inFlight.push({ ...asked, page });
			next += Math.max(size - overlap, 1);
		}
	};

	let isWhole = true;
	let before: Before | undefined;
	request();
	for (let asked = inFlight.shift(); asked; asked = inFlight.shift()) {
		const page = await asked.page;
		const { rows, total, saysEnd } = page;
		const reached = asked.offset + rows.length;
		const isFirst = before === undefined;
		if (isFirst) {
			end = Math.min(wanted, total ?? Infinity);
			// The service may return smaller pages than requested.
			size = rows.length;
		}
		const added = notMet(rows, id, met);
		const repeated = before ? overlap : 0;
		isWhole &&= added.length === rows.length - repeated;
		isWhole &&= before === undefined || joins(before, asked, page, { id, overlap });
		isWhole &&= rows.length === 0 || reached <= (total ?? Infinity);
		const fresh = known ? added.filter((row) => !known.has(row[id])) : added;

		const isLast = saysEnd || reached >= end;
		if (isLast || added.length === 0) {
			yield fresh;
			return isWhole && isLast;
		}
		before = { reached, total, last: rows.at(-1)?.[id] };
		const isCounted = total !== undefined;
		if (inFlight.length === 0) {
			next = Math.max(reached - overlap, asked.offset + 1);
			width = isCounted ? parallel : Math.min(2 * width, mostUncounted, parallel);
		}
		const goesOn = isCounted || inFlight.length === 0;
		// A reader that stops after the first page has asked for no other.
		if (goesOn && !isFirst) request();
		yield fresh;
		if (goesOn) request();
	}
	return false;
};
