import type { Paging } from '../contract';
import type { PagesOptions, ResponseBody, Row } from '../rows';
import { rowKeyOf, rowsOf } from '../rows';
import type { PageRequest } from './contradictions';
import type { Position, WalkOptions } from './pageVerdict';
import { overlapOf } from './pageVerdict';
import { walk } from './walk';

type GetPage = (asked: Required<PageRequest>) => Promise<ResponseBody>;

/** What one reading of a list has shown. */
interface Reading {
	/** The keys of the rows that it met. */
	readonly met: ReadonlySet<unknown>;
	/** How many rows it gave, each once. */
	readonly given: number;
	/** Whether rows changed places between two pages. */
	readonly moved: boolean;
	/** Whether the list was longer or shorter at one page than at another. */
	readonly resized: boolean;
	readonly pages: number;
	/** As many pages as the list had when it was longest. */
	readonly mostPages: number;
	/** The last page. */
	readonly position: Position;
}

/** How many pages a list takes that ends at `end`. */
const pagesTo = (end: number, walkOptions: WalkOptions, position: Position): number => {
	const behind = end - walkOptions.from - position.size;
	return behind <= 0
		? 1
		: 1 + Math.ceil(behind / (position.size - overlapOf(walkOptions, position)));
};

/**
 * Reads a list once, giving the rows of each page that the reading had not met. A whole list that
 * grows as fast as it is read is left: where it is twice as long as at first, and where the readings
 * together have twice the pages that it had when it was longest.
 */
const readOnce = async function* (
	get: GetPage,
	page: Paging,
	walkOptions: WalkOptions,
	earlier?: Reading,
): AsyncGenerator<Row[], Reading> {
	let [moved, resized, given, pages] = [false, false, 0, 0];
	let mostPages = earlier?.mostPages ?? 1;
	let first: Position | undefined;
	let position: Position = { offset: 0, reached: 0, size: 0, end: 0 };
	for await (const verdict of walk(get, page, walkOptions)) {
		({ position } = verdict);
		if (position.total !== undefined) walkOptions.onTotal?.(position.total);
		yield verdict.fresh;
		first ??= position;
		given += verdict.fresh.length;
		pages++;
		moved ||= verdict.moved;
		resized ||= position.total !== first.total;
		mostPages = Math.max(
			mostPages,
			pagesTo(position.total ?? position.reached, walkOptions, position),
		);
		const isTwice =
			position.reached - walkOptions.from >= 2 * ((first.total ?? Infinity) - walkOptions.from);
		const isSpent = pages >= 2 * mostPages - (earlier?.pages ?? 0);
		if (walkOptions.limit === undefined && (isTwice || isSpent)) break;
	}
	return { met: walkOptions.met, given, moved, resized, pages, mostPages, position };
};

/**
 * Whether nothing hints that the list changed while it was read. Where rows only come and go, pages
 * that join leave no gap between them. Where rows change places, a row that was missed would leave
 * one row for two places. Only all at once can hide a row: one moves ahead of the reading, one that
 * was read goes, and one comes behind, with the seams of all pages left as they are. A list that
 * does not tell its length shows less: there, rows may come and go or change places, but not both.
 */
const isQuiet = ({ moved, resized, position }: Reading): boolean =>
	position.isLast === true && !moved && !resized;

/** A page between two readings, and with it what the list contained at that moment. */
interface PageSnapshot {
	readonly rows: readonly Row[];
	readonly keys: ReadonlySet<unknown>;
	/** How many rows the list had at it, where that is known. */
	readonly total: number | undefined;
}

const snapshotOf = (
	page: Paging,
	walkOptions: WalkOptions,
	offset: number,
	answer: ResponseBody,
): PageSnapshot => {
	const rows = rowsOf(page, answer);
	const ended = page.more !== undefined && answer[page.more] === false && rows.length > 0;
	const total = page.total === undefined ? undefined : (answer[page.total] as number);
	return {
		rows,
		keys: new Set(rows.map(walkOptions.keyOf)),
		total: total ?? (ended ? offset + rows.length : undefined),
	};
};

/**
 * Whether all rows that the list had at a snapshot are known: those of its page, and those that were
 * seen before it and again after it. If they are as many as the list had, every other row was not
 * there. That holds for any order and any changes, as long as a row that leaves the list stays away.
 * With versions, nothing may have come after the snapshot either.
 */
const isKnown = (
	{ keys, total }: PageSnapshot,
	before: Reading,
	after: Reading,
	{ versionOf }: WalkOptions,
) => {
	const others = [...after.met].filter((key) => !keys.has(key));
	const known = others.filter((key) => before.met.has(key)).length;
	return keys.size + known === total && (versionOf === undefined || known === others.length);
};

/** Reads a list again that changed, giving the rows that are new; ends with whether it is settled. */
const readAgain = async function* (
	get: GetPage,
	page: Paging,
	walkOptions: WalkOptions,
	before: Reading,
): AsyncGenerator<Row[], boolean> {
	const { from, keyOf } = walkOptions;
	// One page is read first, by itself: that where rows came, at the beginning or else at the end.
	const isFirst = before.moved && page.total !== undefined;
	const offset = isFirst ? from : before.position.offset;
	const limit = isFirst ? page.maxLimit : before.position.size;
	const answer = await get({ offset, limit });
	const snapshot = snapshotOf(page, walkOptions, offset, answer);
	const isNew = (row: Row) => {
		const key = keyOf(row);
		return key !== undefined && !before.met.has(key);
	};
	yield snapshot.rows.filter(isNew);

	const others = async (asked: Required<PageRequest>) =>
		asked.offset === offset ? answer : await get(asked);
	const again = { ...walkOptions, endedAt: before.position.reached, met: new Set() };
	const reading = readOnce(others, page, again, before);
	for (;;) {
		const { done, value } = await reading.next();
		if (!done) {
			yield value.filter((row) => isNew(row) && !snapshot.keys.has(keyOf(row)));
			continue;
		}
		// The list had rows: an answer without any may just as well be a wrong one.
		if (value.met.size === 0) return false;
		if (walkOptions.versionOf === undefined && isQuiet(value)) return true;
		return from === 0 && isKnown(snapshot, before, value, walkOptions);
	}
};

/** Whether a limited list gave too few rows and changed: rows came twice, or it was resized. */
const isShort = (
	{ given, resized, position }: Reading,
	{ from, limit = Infinity }: WalkOptions,
): boolean => given < limit && (resized || given < position.reached - from);

/** The rows of a list by offset; see `pages`. */
export const byOffset = async function* (
	get: GetPage,
	page: Paging,
	from: number,
	options: PagesOptions,
): AsyncGenerator<Row[]> {
	const { limit, versionOf, onUnsettled } = options;
	const walkOptions = { ...options, from, keyOf: rowKeyOf(page, options), met: new Set() };
	const reading = yield* readOnce(get, page, walkOptions);
	const { isLast } = reading.position;
	// A limited list is the first rows, as they come.
	if (limit !== undefined) {
		if (isShort(reading, walkOptions)) onUnsettled?.();
		return;
	}
	// One answer is one state of the list.
	const isSettled = reading.pages === 1 || (versionOf === undefined && isQuiet(reading));
	if (isLast && isSettled) return;
	if (!isLast || !(yield* readAgain(get, page, walkOptions, reading))) onUnsettled?.();
};
