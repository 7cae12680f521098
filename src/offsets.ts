import type { Page } from './contract';
import { InvalidResponse } from './errors';
import type { Answer, FetchPage, PagesOptions, Row } from './rows';
import { eachOnce, rowsOf } from './rows';

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
	throw new InvalidResponse({ kind: 'field', request: 'a page of a list', field });
};

/** How far a walk has come. */
interface Place {
	/** Where the next page begins. */
	readonly offset: number;
	/** Behind the last row that is wanted, as far as it is known. */
	readonly end: number;
	/** Rows of a full page, as the service gives them; 0 before the first page. */
	readonly size: number;
	/** What the page before ended with. */
	readonly last?: unknown;
	readonly total?: number;
	/** How far a list is followed that grows while it is read. */
	readonly ceiling?: number;
}

/** Pages that are asked for together. */
interface Wave {
	/** Rows that each page shares with the one before. */
	readonly overlap: number;
	/** Rows asked for, by the offset of each page. */
	readonly asked: ReadonlyMap<number, number>;
	/** Where the pages after these begin. */
	readonly behind: number;
}

/** The pages to ask for next; `width` of them where the service does not tell how many there are. */
const nextWave = (
	page: Page,
	{ offset, end, size }: Place,
	{ limit, parallel = 1 }: PagesOptions,
	width: number,
): Wave => {
	// A limited list is the first rows that the service gives; it is not read again.
	const overlap = limit === undefined && size >= fewestToOverlap ? 1 : 0;
	const most = size === 0 ? 1 : page.total === undefined ? Math.min(width, parallel) : Infinity;
	const asked = new Map<number, number>();
	let at = offset - overlap;
	for (; at + overlap < end && asked.size < most; at += size - overlap) {
		asked.set(at, Math.min(size || page.maxLimit, end - at));
	}
	return { overlap, asked, behind: at + overlap };
};

/** What a page says of the list. */
interface Verdict extends Leaf {
	readonly isLast: boolean;
	/** Whether the list claims to go on without giving anything new. */
	readonly isStuck: boolean;
	/** Whether the pages asked for after this one would leave rows out. */
	readonly isShort: boolean;
	readonly place: Place;
}

/**
 * What a page says of the list, and how far the walk has come with it; `news` counts the rows that
 * the walk had not met. Rows have moved where a page does not begin with what the one before ended
 * with, holds rows that came already, or tells another total.
 */
const verdictOn = (
	page: Page,
	place: Place,
	{ overlap, asked }: Wave,
	{ offset: at, answer }: Fetched,
	news: number,
): Verdict => {
	const rows = rowsOf(page, answer);
	const isFirst = place.last === undefined;
	const joins = isFirst || overlap === 0 || rows[0]?.[page.id] === place.last;
	const isNews = joins && news >= rows.length - (isFirst ? 0 : overlap);
	const total = page.total === undefined ? undefined : totalOf(page.total, answer);
	// Growth is followed for one page: a list that grows faster is left to the next walk.
	const ceiling = place.ceiling ?? Math.min((total ?? Infinity) + page.maxLimit, place.end);
	const end = Math.min(total ?? Infinity, ceiling);
	const offset = at + rows.length;
	const isLast = offset >= end || (page.more !== undefined && answer[page.more] !== true);
	// The service gives smaller pages than it was asked for: go on from where this one ended.
	const isShort = place.size === 0 || rows.length < (asked.get(at) ?? 0);
	const size = isShort ? rows.length : place.size;
	return {
		rows,
		moved: !isNews || (place.total !== undefined && total !== place.total),
		isLast,
		isStuck: !isLast && (rows.length === 0 || (news === 0 && total === undefined)),
		isShort,
		place: { offset, end, size, last: rows.at(-1)?.[page.id], total, ceiling },
	};
};

/**
 * One walk through a list by offset. Each page but the first begins with the last row of the page
 * before: where it does not, rows have moved meanwhile, and some may have slipped through.
 */
const walk = async function* (
	fetch: FetchPage,
	page: Page,
	from: number,
	options: PagesOptions,
): AsyncGenerator<Leaf> {
	const fresh = eachOnce(page);
	const begin = (at: Place, width: number) => {
		const wave = nextWave(page, at, options, width);
		const get = async (offset: number) => await fetch({ offset, limit: wave.asked.get(offset) });
		return { wave, answers: inOrder([...wave.asked.keys()], options.parallel ?? 1, get) };
	};

	let place: Place = { offset: from, end: from + (options.limit ?? Infinity), size: 0 };
	let underWay = begin(place, 1);
	for (let width = 2; ; width = Math.min(width * 2, widestWave)) {
		const { wave, answers } = underWay;
		// The rows of a wave are worked on while the next one is on its way.
		const mayGoOn = page.total === undefined && place.size > 0 && wave.behind < place.end;
		const ahead =
			mayGoOn && (await goesOn(page, place.size, answers.begun))
				? begin({ ...place, offset: wave.behind }, width)
				: undefined;
		for await (const fetched of answers) {
			const news = fresh(rowsOf(page, fetched.answer)).length;
			const verdict = verdictOn(page, place, wave, fetched, news);
			place = verdict.place;
			yield verdict;
			if (verdict.isLast) return;
			if (verdict.isStuck) throw new InvalidResponse({ kind: 'noProgress' });
			if (verdict.isShort) break;
		}
		underWay = ahead ?? begin(place, width);
	}
};

/** The rows of a list by offset; see `pages`. */
export const byOffset = async function* (
	fetch: FetchPage,
	page: Page,
	from: number,
	options: PagesOptions,
): AsyncGenerator<Row[]> {
	const fresh = eachOnce(page);
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
