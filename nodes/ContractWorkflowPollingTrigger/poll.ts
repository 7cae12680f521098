import type { createBudget } from './budget';
import { nothingHas } from './changes';
import type { Changed, ListPage, Listed, Position, Source, Watch } from './watch';
import { start } from './watch';

/** What is remembered of a row. Plain JSON, because n8n stores it. */
type StoredRow = readonly [id: number, time: Listed['time'], token: string];

/** The remembered rows by ID. Those that were shown last are its last ones. */
type Memory = Map<number, StoredRow>;

/**
 * What to store of a memory. Rows at the point or after it may return, so they stay. Of the others,
 * the last `keeps` stay.
 */
export const store = (memory: Memory, point: string, keeps: number): readonly StoredRow[] => {
	const rows = [...memory.values()];
	const from = Date.parse(point);
	const others = rows.filter(([, time]) => time === null || time < from);
	const forgotten = new Set(others.slice(0, Math.max(others.length - keeps, 0)));
	return rows.filter((row) => !forgotten.has(row));
};

/** A row to return. */
export interface News extends Listed {
	/** Null if the row is not remembered; absent if no fields were chosen. */
	readonly changed?: Changed | null;
}

/** The state between two polls. Plain JSON, because n8n stores it. */
export interface PollState {
	readonly watch: string;
	readonly position: Position;
	readonly seen: readonly StoredRow[];
}

/** What to return; null if n8n needs no run. */
type Found = readonly News[] | null;

/** How far a poll reads, and where it says why it ended. */
type Reach = Pick<Source, 'warn'> & {
	readonly budget: Pick<ReturnType<typeof createBudget>, 'goesOn'>;
};

/**
 * Reads page after page to the end of the list or of the budget. A failure ends the reading, and
 * the next poll meets it again on its first page.
 * @throws the failure of the first page: then the poll gets nowhere.
 */
const pagesFrom = async function* (
	watch: Watch,
	position: Position,
	{ budget, warn }: Reach,
): AsyncGenerator<ListPage> {
	let page: ListPage | undefined;
	do {
		const before: ListPage | undefined = page;
		page = await watch.read(before?.next ?? position).catch((error: unknown) => {
			if (!before) throw error as Error;
			warn(`The next poll goes on where this one failed: ${(error as Error).message}`);
			return undefined;
		});
		if (page) yield page;
	} while (page && page.isLast !== true && budget.goesOn());
};

/** Remembers a row, and returns it if it is news. */
const learn = (watch: Watch, memory: Memory, listed: Listed): readonly News[] => {
	const { id, time, row } = listed;
	const token = watch.tokenOf(row);
	const [, , known] = memory.get(id) ?? [];
	// The row becomes the last one of the memory.
	memory.delete(id);
	if (token === undefined) return [];
	memory.set(id, [id, time, token]);
	if (token === known || !watch.matches(row)) return [];
	if (!watch.changedIn) return [listed];
	return [{ ...listed, changed: known === undefined ? null : watch.changedIn(row, known) }];
};

/** Oldest first, as far as that is known: documents stay in the order of the search. */
const byTime = (one: Listed, other: Listed): number =>
	one.time === null ? 0 : one.time - Number(other.time) || one.id - other.id;

/**
 * One poll: it reads the list from where the last one ended, and the memory separates known rows
 * from news. Without a state of the same settings it is a first poll: what exists is no news until
 * all of it is read. Only the very first one returns the backlog, if that is wanted. The state is to
 * be stored only after the news were passed on.
 * @throws as `Watch.read` does, if the first page fails.
 */
export const poll = async (
	watch: Watch,
	before: PollState | undefined,
	{ backlog, ...reach }: Reach & { readonly backlog: boolean },
): Promise<{ readonly news: Found; readonly state: PollState }> => {
	const state = before?.watch === watch.key ? before : undefined;
	const memory: Memory = new Map(state?.seen.map((row) => [row[0], row]));
	const news: News[] = [];
	const begin: Position = { point: start, ...((!backlog || before) && { isFirst: true }) };
	const first = state?.position ?? begin;
	let position = first;
	for await (const page of pagesFrom(watch, position, reach)) {
		const moved = page.moved?.filter(({ id }) => memory.has(id)) ?? [];
		const learned = [...page.rows, ...moved].flatMap((one) => learn(watch, memory, one));
		if (!position.isFirst) news.push(...learned);
		position = page.next;
	}
	const seen = store(memory, position.point, watch.keeps);
	return {
		// n8n saves the state of a later poll only with a run: if need be, with one without items.
		news:
			news.length > 0 || (before && first.isFirst && !position.isFirst) ? news.sort(byTime) : null,
		state: { watch: watch.key, position, seen },
	};
};

/** The newest row that the watch would return, if there is one, for a test in the panel. */
export const newest = async (
	watch: Watch,
	before: PollState | undefined,
	reach: Reach,
): Promise<Found> => {
	const isWanted = ({ row }: Listed) => watch.tokenOf(row) !== undefined && watch.matches(row);
	let missing: readonly string[] = [];
	for (const point of before?.watch === watch.key ? [before.position.point, start] : [start]) {
		const rows: Listed[] = [];
		for await (const page of pagesFrom(watch, { point, isFirst: true }, reach))
			rows.push(...page.rows);
		const found = rows.sort(byTime).findLast(isWanted);
		missing = (found && watch.missingIn?.(rows)) ?? [];
		if (!found || missing.length > 0) continue;
		const { changedIn } = watch;
		return [{ ...found, ...(changedIn && { changed: changedIn(found.row, undefined) }) }];
	}
	if (missing.length > 0) throw nothingHas(missing);
	return null;
};
