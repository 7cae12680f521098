import type { Paging } from '../contract';
import { InvalidResponse } from '../errors';
import type { PagesOptions, ResponseBody, Row } from '../rows';
import { eachOnce, rowsOf, totalOf } from '../rows';
import type { PageRequest } from './contradictions';

/**
 * After how many pages without anything new a list ends: many rows may have moved at the same time.
 */
const mostStale = 3;

/** The options of one walk through a list. */
export interface WalkOptions extends PagesOptions {
	/** The offset of the first page. */
	readonly from: number;
	/** Where the list ended in an earlier walk. */
	readonly endedAt?: number;
	/** Identifies a row. */
	readonly keyOf: (row: Row) => unknown;
	/** The keys of the rows that were seen. The walk adds to it. */
	readonly met: Set<unknown>;
}

/** The progress of a walk, from its last page. */
export interface Position {
	/** The offset of that page, and of the rows after it. */
	readonly offset: number;
	readonly reached: number;
	/** Rows of a full page, as the service returns them; 0 before the first page. */
	readonly size: number;
	/** The end of the wanted rows, as far as it is known. */
	readonly end: number;
	/** The number of all rows, if the service reports it. */
	readonly total?: number;
	/** The first and the last row of the page. */
	readonly first?: unknown;
	readonly last?: unknown;
	/** Whether the list ends with this page. */
	readonly isLast?: boolean;
	/** How many pages in a row returned nothing new. */
	readonly stale?: number;
}

/** One page of a walk. */
export interface PageVerdict {
	/** The rows that the walk has not yet seen. */
	readonly fresh: Row[];
	/** Whether rows have moved since the previous page, so that some may have been missed. */
	readonly moved: boolean;
	readonly position: Position;
}

/**
 * Rows that a page shares with the previous one. None for a limited list: its first rows are read
 * only once.
 */
export const overlapOf = ({ limit }: PagesOptions, { size }: Position): number =>
	limit === undefined && size > 1 ? 1 : 0;

/**
 * Judges a page. Rows have moved if the page does not start with the end of the previous one, or
 * has rows that were already returned.
 */
export const judgePage = (
	page: Paging,
	walkOptions: WalkOptions,
	before: Position,
	asked: PageRequest,
	answer: ResponseBody,
): PageVerdict => {
	const rows = rowsOf(page, answer);
	const isFirst = before.size === 0;
	const overlap = isFirst ? 0 : overlapOf(walkOptions, before);
	const [first, last] = [rows[0]?.[page.id], rows.at(-1)?.[page.id]];
	const joins = isFirst || (overlap > 0 && rows.length > 0 && first === before.last);
	const others = joins ? rows.slice(overlap) : rows;
	const fresh = eachOnce(walkOptions.keyOf, walkOptions.met)(others);

	const total = totalOf(page, answer);
	const end = Math.min(total ?? Infinity, walkOptions.from + (walkOptions.limit ?? Infinity));
	const reached = asked.offset + rows.length;
	const isLast = reached >= end || (page.more !== undefined && answer[page.more] === false);
	walkOptions.onPage?.({ rows, isLast, ...(total !== undefined && { total }) });
	const isSame = total === before.total && (total === undefined || first === before.first);
	const stale = fresh.length === 0 && isSame ? (before.stale ?? 0) + 1 : 0;
	if (!isLast && (rows.length === 0 || stale === mostStale)) {
		throw new InvalidResponse({ kind: 'noProgress' });
	}
	// The service returns smaller pages than requested: continue from the end of this one.
	const size = isFirst || !isLast ? rows.length : before.size;
	return {
		fresh,
		moved: !joins || fresh.length < others.length,
		position: { offset: asked.offset, reached, size, end, total, first, last, isLast, stale },
	};
};
