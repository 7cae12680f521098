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

/** Widest wave, if the list does not say how long it is: some pages may lie past its end. */
const mostUncounted = 12;

/**
 * The requests of a reading. The first page shows how the list goes on: with a total, all others are
 * requested in parallel, otherwise in waves, each twice as wide as the one before.
 */
const createRequests = (
	get: GetPage,
	{ from, limit, parallel }: ReadingOptions,
	{ maxLimit, overlap }: { readonly maxLimit: number; readonly overlap: number },
) => {
	const wanted = from + limit;
	const inFlight: Requested[] = [];
	let [next, width, size, end] = [from, 1, maxLimit, wanted];
	return {
		shift: () => inFlight.shift(),
		/** Requests as many pages as may be in flight. */
		fill: (): void => {
			while (inFlight.length < width && next + overlap < end) {
				const asked = { offset: next, limit: Math.min(size, wanted - next) };
				const page = get(asked);
				// A failure before its turn is reported at its turn, not as an unhandled rejection.
				page.catch(() => undefined);
				inFlight.push({ ...asked, page });
				next += Math.max(size - overlap, 1);
			}
		},
		/** Learns the end from the first page, and its size, which may be less than requested. */
		learn: ({ rows, total }: ListPage): void => {
			end = Math.min(wanted, total ?? Infinity);
			size = rows.length;
		},
		/**
		 * Goes on behind a page, if none is in flight.
		 * @returns whether requests may go on: a list without a total waits for the end of a wave.
		 */
		goOn: ({ offset }: PageRequest, { rows, total }: ListPage): boolean => {
			const isCounted = total !== undefined;
			if (inFlight.length > 0) return isCounted;
			next = Math.max(offset + rows.length - overlap, offset + 1);
			width = isCounted ? parallel : Math.min(2 * width, mostUncounted, parallel);
			return true;
		},
		isEnd: (reached: number): boolean => reached >= end,
	};
};

/** Where a page ended. */
interface Before {
	readonly reached: number;
	readonly total: number | undefined;
	/** The ID of its last row. */
	readonly last: unknown;
}

/**
 * The proof that a reading leaves nothing out: its pages join, report one total that none passes,
 * and have no row twice but the one that overlaps.
 * @param met the IDs of the rows of this reading, which adds to it
 */
const createProof = (id: string, overlap: number, met: Set<unknown>) => {
	let before: Before | undefined;
	let isWhole = true;
	const joins = ({ reached, total, last }: Before, { offset }: PageRequest, page: ListPage) =>
		page.total === total &&
		offset === reached - overlap &&
		(overlap === 0 || page.rows[0]?.[id] === last);
	return {
		/** Takes the next page, and returns its rows that were not met before. */
		take: (asked: PageRequest, page: ListPage): Row[] => {
			const { rows, total } = page;
			const reached = asked.offset + rows.length;
			const added = rows.filter((row) => {
				const isNew = row[id] === undefined || !met.has(row[id]);
				met.add(row[id]);
				return isNew;
			});
			isWhole &&= added.length === rows.length - (before ? overlap : 0);
			isWhole &&= before === undefined || joins(before, asked, page);
			isWhole &&= rows.length === 0 || reached <= (total ?? Infinity);
			before = { reached, total, last: rows.at(-1)?.[id] };
			return added;
		},
		holds: () => isWhole,
	};
};

/**
 * Reads a list once, by offset, and returns the rows of each page that are neither met nor known.
 * Each page of a whole list starts with the last row of the previous page. The result says whether
 * nothing can be missing.
 */
export const readOnce = async function* (
	get: GetPage,
	{ id, maxLimit }: Paging,
	options: ReadingOptions,
): AsyncGenerator<Row[], boolean> {
	const { limit, met, known } = options;
	const overlap = limit === Infinity ? 1 : 0;
	const requests = createRequests(get, options, { maxLimit, overlap });
	const proof = createProof(id, overlap, met);

	requests.fill();
	let isFirst = true;
	for (let asked = requests.shift(); asked; asked = requests.shift()) {
		const page = await asked.page;
		if (isFirst) requests.learn(page);
		const added = proof.take(asked, page);
		const fresh = known ? added.filter((row) => !known.has(row[id])) : added;
		const isLast = page.saysEnd || requests.isEnd(asked.offset + page.rows.length);
		if (isLast || added.length === 0) {
			yield fresh;
			return proof.holds() && isLast;
		}
		const goesOn = requests.goOn(asked, page);
		// A reader that stops after the first page has asked for no other.
		if (goesOn && !isFirst) requests.fill();
		isFirst = false;
		yield fresh;
		if (goesOn) requests.fill();
	}
	return false;
};
