import type { Paging } from '../contract';
import { InvalidResponse } from '../errors';
import type { PagesOptions, ResponseBody, Row } from '../rows';
import { eachOnce, rowsOf } from '../rows';
import type { PageRequest } from './contradictions';

/** After how many pages without anything new a list is ended: many rows may have moved at once. */
const mostStale = 3;

/** The way of one walk through a list. */
export interface WalkOptions extends PagesOptions {
	/** The offset of the first page. */
	readonly from: number;
	/** Where the list ended at an earlier walk. */
	readonly endedAt?: number;
	/** Told by it from every other row. */
	readonly keyOf: (row: Row) => unknown;
	/** The keys of the rows that were met; the walk adds to it. */
	readonly met: Set<unknown>;
}

/** How far a walk has come, which is what the last page told. */
export interface Position {
	/** The offset of that page, and of the rows behind it. */
	readonly offset: number;
	readonly reached: number;
	/** Rows of a full page, as the service gives them; 0 before the first page. */
	readonly size: number;
	/** Behind the last row that is wanted, as far as it is known. */
	readonly end: number;
	/** The number of all rows, where the service tells it. */
	readonly total?: number;
	/** What the page begins and ends with. */
	readonly first?: unknown;
	readonly last?: unknown;
	/** Whether the list ends with it. */
	readonly isLast?: boolean;
	/** How many pages up to this one brought nothing new. */
	readonly stale?: number;
}

/** One page of a walk. */
export interface PageVerdict {
	/** The rows that the walk had not met. */
	readonly fresh: Row[];
	/** Whether rows have changed places since the page before, so that some may have slipped through. */
	readonly moved: boolean;
	readonly position: Position;
}

/** Rows that a page shares with the one before: a limited list is the first rows, read but once. */
export const overlapOf = ({ limit }: PagesOptions, { size }: Position): number =>
	limit === undefined && size > 1 ? 1 : 0;

/**
 * What a page says of the list. Rows have moved where it does not begin with what the one before
 * ended with, or holds rows that came already.
 */
export const judgePage = (
	page: Paging,
	walkOptions: WalkOptions,
	before: Position,
	asked: Required<PageRequest>,
	answer: ResponseBody,
): PageVerdict => {
	const rows = rowsOf(page, answer);
	const isFirst = before.size === 0;
	const overlap = isFirst ? 0 : overlapOf(walkOptions, before);
	const [first, last] = [rows[0]?.[page.id], rows.at(-1)?.[page.id]];
	const joins = isFirst || (overlap > 0 && rows.length > 0 && first === before.last);
	const others = joins ? rows.slice(overlap) : rows;
	const fresh = eachOnce(walkOptions.keyOf, walkOptions.met)(others);

	const total = page.total === undefined ? undefined : (answer[page.total] as number);
	const end = Math.min(total ?? Infinity, walkOptions.from + (walkOptions.limit ?? Infinity));
	const reached = asked.offset + rows.length;
	const isLast = reached >= end || (page.more !== undefined && answer[page.more] === false);
	walkOptions.onPage?.({ rows, isLast, ...(total !== undefined && { total }) });
	const isSame = total === before.total && (total === undefined || first === before.first);
	const stale = fresh.length === 0 && isSame ? (before.stale ?? 0) + 1 : 0;
	if (!isLast && (rows.length === 0 || stale === mostStale)) {
		throw new InvalidResponse({ kind: 'noProgress' });
	}
	// The service gives smaller pages than it was asked for: go on from where this one ended.
	const size = isFirst || (rows.length < asked.limit && !isLast) ? rows.length : before.size;
	return {
		fresh,
		moved: !joins || fresh.length < others.length,
		position: { offset: asked.offset, reached, size, end, total, first, last, isLast, stale },
	};
};
