import type { Page } from './contract';
import { InvalidResponse } from './errors';
import type { Answer, FetchPage, PagesOptions, Row } from './rows';
import { noProgress, once, rowsOf } from './rows';

/** How often a list that changed while it was read is read again. */
const mostRepairs = 3;

/** Most pages asked for at once where the service does not tell how many there are. */
const widestWave = 12;

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

/**
 * Runs `get` over `offsets` with a bounded number under way, the first ones from now on; gives the
 * answers in order.
 */
const inOrder = (
	offsets: readonly number[],
	parallel: number,
	get: (offset: number) => Promise<Answer>,
): AsyncIterable<Fetched> & { readonly begun: ReadonlyArray<Promise<Answer>> } => {
	const start = (offset: number) => {
		const answer = get(offset);
		// A page that fails before its turn is reported at its turn, not as an unhandled rejection.
		answer.catch(() => undefined);
		return { offset, answer };
	};
	const underWay = offsets.slice(0, parallel).map(start);
	const begun = underWay.map(({ answer }) => answer);
	return {
		begun,
		async *[Symbol.asyncIterator]() {
			let next = begun.length;
			for (let first = underWay.shift(); first; first = underWay.shift()) {
				const answer = await first.answer;
				underWay.push(...offsets.slice(next, ++next).map(start));
				yield { offset: first.offset, answer };
			}
		},
	};
};

/** Whether each page of a wave is full, and the service says that there are more rows. */
const goesOn = async (
	{ rows, more }: Page,
	size: number,
	begun: ReadonlyArray<Promise<Answer>>,
): Promise<boolean> => {
	const answers = await Promise.all(begun).catch(() => []);
	return (
		answers.length > 0 &&
		answers.every((answer) => {
			const given = answer[rows];
			return Array.isArray(given) && given.length === size && more && answer[more] === true;
		})
	);
};

const totalOf = (field: string, answer: Answer): number => {
	const total = answer[field];
	if (typeof total === 'number') return total;
	throw new InvalidResponse(`The service answered a page of a list without "${field}"`);
};

/**
 * One walk through a list by offset. Each page but the first begins with the last row of the page
 * before: where it does not, rows have moved meanwhile, and some may have slipped through.
 */
const walk = async function* (
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

	const ask = (start: number, width: number) => {
		// A limited list is the first rows that the service gives; it is not read again.
		const overlap = limit === Infinity && size >= fewestToOverlap ? 1 : 0;
		const most = size === 0 ? 1 : page.total === undefined ? Math.min(width, parallel) : Infinity;
		const offsets: number[] = [];
		for (let at = start - overlap; at + overlap < end && offsets.length < most; ) {
			offsets.push(at);
			at += size - overlap;
		}
		const sizeOf = (at: number) => Math.min(size || page.maxLimit, end - at);
		const asked = new Map(offsets.map((at) => [at, sizeOf(at)]));
		const answers = inOrder(
			offsets,
			parallel,
			async (at) => await fetch({ offset: at, limit: asked.get(at) }),
		);
		return { overlap, asked, answers, behind: (offsets.at(-1) ?? start) + size };
	};

	let width = 1;
	for (let wave = ask(offset, width); ; ) {
		const { overlap, asked, answers, behind } = wave;
		width = Math.min(width * 2, widestWave);
		// The rows of a wave are worked on while the next one is on its way.
		const isWave = page.total === undefined && size > 0 && behind < end;
		const ahead =
			isWave && (await goesOn(page, size, answers.begun)) ? ask(behind, width) : undefined;
		for await (const { offset: at, answer } of answers) {
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
		wave = ahead ?? ask(offset, width);
	}
};

/** The rows of a list by offset; see `pages`. */
export const byOffset = async function* (
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
};
