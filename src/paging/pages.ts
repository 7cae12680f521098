import type { Paging } from '../contract';
import type { FetchPage, PagesOptions, ResponseBody, Row } from '../rows';
import { rowKeyOf, rowsOf, totalOf } from '../rows';
import type { PageRequest } from './contradictions';
import { checkPage } from './contradictions';
import type { Position, WalkOptions } from './pageVerdict';
import { overlapOf } from './pageVerdict';
import { walk } from './walk';

type GetPage = (asked: PageRequest) => Promise<ResponseBody>;

/** The result of one reading of a list. */
interface Reading {
	/** The keys of the rows that it has seen. */
	readonly met: ReadonlySet<unknown>;
	/** How many rows it returned, each once. */
	readonly given: number;
	/** Whether rows moved between two pages. */
	readonly moved: boolean;
	/** Whether the length of the list differed between pages. */
	readonly resized: boolean;
	readonly pages: number;
	/** The number of pages when the list was longest. */
	readonly mostPages: number;
	/** The last page. */
	readonly position: Position;
}

/** How many pages a list needs that ends at `end`; 1 or less if it ends with its first page. */
const pagesTo = (end: number, walkOptions: WalkOptions, position: Position): number => {
	const behind = end - walkOptions.from - position.size;
	return 1 + Math.ceil(behind / (position.size - overlapOf(walkOptions, position)));
};

/**
 * Reads a list once, and returns the rows of each page that the reading has not yet seen. A whole
 * list that grows as fast as it is read is abandoned: when it is twice as long as at first, and
 * when all readings have fetched twice the pages that it had when it was longest.
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
 * Whether there is no sign that the list changed during the reading. If rows are only added and
 * removed, adjoining pages leave no gap. If rows move, a missed row would leave one row for two
 * places. Only a combination can hide a row: one moves ahead of the reading, a row that was read is
 * removed, and one is added after it, while the page boundaries stay the same. A list without a
 * reported length shows less: rows may be added and removed, or move, but not both. A list from an
 * offset shows less, too: a row before the offset, which nobody reads, can take the place.
 */
const isQuiet = ({ moved, resized, position }: Reading): boolean =>
	position.isLast === true && !moved && !resized;

/** A page between two readings, which shows the content of the list at that moment. */
interface PageSnapshot {
	readonly rows: readonly Row[];
	readonly keys: ReadonlySet<unknown>;
	/** How many rows the list had then, if known. */
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
	return {
		rows,
		keys: new Set(rows.map(walkOptions.keyOf)),
		total: totalOf(page, answer) ?? (ended ? offset + rows.length : undefined),
	};
};

/**
 * Whether all rows that the list had at a snapshot are known: those of its page, and those seen
 * both before and after it. If they are as many as the list had, no other row was in it. This is
 * true for any order and any changes, as long as a row that leaves the list stays away. With
 * versions, nothing may have been added after the snapshot either.
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

/**
 * Reads a changed list again, and returns the new rows. Its result says whether the list is
 * settled.
 */
const readAgain = async function* (
	get: GetPage,
	page: Paging,
	walkOptions: WalkOptions,
	before: Reading,
): AsyncGenerator<Row[], boolean> {
	const { from, keyOf } = walkOptions;
	// One page is read first, separately: the one where rows were added, at the start or otherwise at
	// the end.
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

	const others = async (asked: PageRequest) =>
		asked.offset === offset ? answer : await get(asked);
	const again = { ...walkOptions, endedAt: before.position.reached, met: new Set() };
	const reading = readOnce(others, page, again, before);
	for (;;) {
		const { done, value } = await reading.next();
		if (!done) {
			yield value.filter((row) => isNew(row) && !snapshot.keys.has(keyOf(row)));
			continue;
		}
		// The list had rows, so an empty response may as well be wrong.
		if (value.met.size === 0) return false;
		if (walkOptions.versionOf === undefined && isQuiet(value)) return true;
		return isKnown(snapshot, before, value, walkOptions);
	}
};

/**
 * Whether a limited list returned too few rows and changed: rows occurred twice, or it was resized.
 */
const isShort = (
	{ given, resized, position }: Reading,
	{ from, limit = Infinity }: WalkOptions,
): boolean => given < limit && (resized || given < position.reached - from);

/**
 * The rows of a list, page by page and each row once (section 4; limits in section 8.5). It
 * requests no more rows than wanted and, if the service reports the number of rows, nothing past
 * the end. A whole list that changes while it is read is read a second time. This finds rows that
 * moved, and whether the list is settled: whether every row that existed all the time was returned.
 * @throws {InvalidResponse} when a page contradicts itself, or claims more rows but has no new row.
 */
export const pages = async function* (
	fetch: FetchPage,
	page: Paging,
	body: ResponseBody,
	options: PagesOptions,
): AsyncGenerator<Row[]> {
	const get = async (asked: PageRequest): Promise<ResponseBody> => {
		const answer = await fetch({ ...asked });
		checkPage(page, asked, answer);
		return answer;
	};
	const from = Number(body.offset ?? 0);
	const { limit, versionOf, onUnsettled } = options;
	const walkOptions = { ...options, from, keyOf: rowKeyOf(page, options), met: new Set() };
	const reading = yield* readOnce(get, page, walkOptions);
	const { isLast } = reading.position;
	// A limited list is the first rows, in the order of the service.
	if (limit !== undefined) {
		if (isShort(reading, walkOptions)) onUnsettled?.();
		return;
	}
	// One answer is one state of the list.
	const isSettled = reading.pages === 1 || (versionOf === undefined && isQuiet(reading));
	if (isLast && isSettled) return;
	if (!isLast || !(yield* readAgain(get, page, walkOptions, reading))) onUnsettled?.();
};
