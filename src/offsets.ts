import type { Page } from './contract';
import { InvalidResponse } from './errors';
import type { Answer, FetchPage, PagesOptions, Row } from './rows';
import { noProgress, once, rowsOf } from './rows';

/** How often a list that changed while it was read is read again. */
const mostRepairs = 3;

/** Most pages asked for at once where the service does not tell how many there are. */
const widestWave = 10;

/** A page of fewer rows than this has none to spare for the overlap with the page before. */
const fewestToOverlap = 10;

/** One page of a walk. */
interface Leaf {
	readonly rows: readonly Row[];
	/** Whether the list changed since the page before. */
	readonly moved: boolean;
}

interface Fetched {
	readonly offset: number;
	readonly answer: Answer;
}

/** Runs `get` over `offsets` with a bounded number under way; gives the answers in order. */
async function* inOrder(
	offsets: readonly number[],
	parallel: number,
	get: (offset: number) => Promise<Answer>,
): AsyncGenerator<Fetched> {
	const start = (offset: number) => {
		const answer = get(offset);
		// A page that fails before its turn is reported at its turn, not as an unhandled rejection.
		answer.catch(() => undefined);
		return { offset, answer };
	};
	const underWay = offsets.slice(0, parallel).map(start);
	let next = underWay.length;
	for (let first = underWay.shift(); first; first = underWay.shift()) {
		const answer = await first.answer;
		underWay.push(...offsets.slice(next, ++next).map(start));
		yield { offset: first.offset, answer };
	}
}

const totalOf = (field: string, answer: Answer): number => {
	const total = answer[field];
	if (typeof total === 'number') return total;
	throw new InvalidResponse(`The service answered a page of a list without "${field}"`);
};

/**
 * One walk through a list by offset. Each page but the first begins with the last row of the page
 * before: where it does not, rows have moved meanwhile, and some may have slipped through.
 */
async function* walk(
	fetch: FetchPage,
	page: Page,
	from: number,
	{ limit = Infinity, parallel = 1 }: PagesOptions,
): AsyncGenerator<Leaf> {
	const fresh = once(page);
	let end = from + limit;
	let ceiling: number | undefined;
	let total: number | undefined;
	let size = 0;
	let offset = from;
	let last: unknown;

	for (let width = 1; ; width = Math.min(width * 2, widestWave)) {
		// A limited list is the first rows that the service gives; it is not read again.
		const overlap = limit === Infinity && size >= fewestToOverlap ? 1 : 0;
		const most = size === 0 ? 1 : page.total === undefined ? Math.min(width, parallel) : Infinity;
		const offsets: number[] = [];
		for (let at = offset - overlap; at + overlap < end && offsets.length < most; ) {
			offsets.push(at);
			at += size - overlap;
		}
		const sizeOf = (at: number) => Math.min(size || page.maxLimit, end - at);
		const asked = new Map(offsets.map((at) => [at, sizeOf(at)]));
		const get = (at: number) => fetch({ offset: at, limit: asked.get(at) });

		for await (const { offset: at, answer } of inOrder(offsets, parallel, get)) {
			const rows = rowsOf(page, answer);
			const isFirst = last === undefined;
			const joins = isFirst || overlap === 0 || rows[0]?.[page.id] === last;
			const news = fresh(rows).length;
			let moved = !joins || news < rows.length - (isFirst ? 0 : overlap);
			if (page.total !== undefined) {
				const told = totalOf(page.total, answer);
				moved ||= total !== undefined && told !== total;
				total = told;
				// Growth is followed for one page: a list that grows faster is left to the next walk.
				ceiling ??= Math.min(total + page.maxLimit, end);
				end = Math.min(total, ceiling);
			}
			yield { rows, moved };
			offset = at + rows.length;
			last = rows.at(-1)?.[page.id];
			const hasMore = page.more === undefined || answer[page.more] === true;
			if (!hasMore || offset >= end) return;
			if (rows.length === 0 || (news === 0 && page.total === undefined)) throw noProgress();
			if (rows.length < (asked.get(at) ?? 0) || size === 0) {
				// The service gives smaller pages than it was asked for: go on from where this one ended.
				size = rows.length;
				break;
			}
		}
	}
}

/** The rows of a list by offset; see `pages`. */
export async function* byOffset(
	fetch: FetchPage,
	page: Page,
	from: number,
	options: PagesOptions,
): AsyncGenerator<Row[]> {
	const fresh = once(page);
	for (let repairs = 0; ; repairs++) {
		let moved = false;
		for await (const leaf of walk(fetch, page, from, options)) {
			moved ||= leaf.moved;
			yield fresh(leaf.rows);
		}
		if (!moved || options.limit !== undefined) return;
		if (repairs === mostRepairs) {
			options.onUnsettled?.();
			return;
		}
	}
}
