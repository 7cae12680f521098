import type { Row } from '../../src';
import type { Changed, Listed, Watch } from './watch';
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
	const mayGo = ([, time]: StoredRow) => time === null || time < from;
	const others = rows.filter(mayGo);
	const stay = rows.filter((row) => !mayGo(row));
	return [...others.slice(Math.max(others.length - keeps, 0)), ...stay];
};

/** A row to return. */
export interface News {
	readonly row: Row;
	/** Null if the row is not remembered; absent if no fields were chosen. */
	readonly changed?: Changed | null;
}

/** The state between two polls. Plain JSON, because n8n stores it. */
export interface PollState {
	readonly watch: string;
	/** Where the next reading starts. */
	readonly point: string;
	readonly seen: readonly StoredRow[];
	/** Whether the existing rows have not been read completely, so that nothing is news yet. */
	readonly isFirst?: true;
}

/** Remembers a row, and returns it if it is news. */
const learn = (watch: Watch, memory: Memory, { id, time, row }: Listed): readonly News[] => {
	const token = watch.tokenOf(row);
	const [, , known] = memory.get(id) ?? [];
	// The row becomes the last one of the memory.
	memory.delete(id);
	if (token === undefined) return [];
	memory.set(id, [id, time, token]);
	if (token === known || !watch.matches(row)) return [];
	if (!watch.changedIn) return [{ row }];
	return [{ row, changed: known === undefined ? null : watch.changedIn(row, known) }];
};

/**
 * One poll: it reads the list from the point of the last one, and the memory separates known rows
 * from news. Without a state of the same settings it is a first poll, which returns nothing. Only
 * the very first one returns the backlog, if that is wanted. The state is to be stored only after
 * the news were passed on.
 */
export const poll = async (
	watch: Watch,
	before: PollState | undefined,
	{ backlog }: { readonly backlog: boolean },
): Promise<{ readonly news: readonly News[]; readonly state: PollState }> => {
	const state = before?.watch === watch.key ? before : undefined;
	const isFirst = state ? state.isFirst === true : !backlog || before !== undefined;
	const reading = await (isFirst && !state ? watch.first() : watch.read(state?.point ?? start));
	const { rows, firstPage = [], next, isPart } = reading;
	const memory: Memory = new Map(state?.seen.map((row) => [row[0], row]));
	const news = rows.flatMap((one) => learn(watch, memory, one));
	const changed = firstPage
		.filter(({ id }) => memory.has(id))
		.flatMap((one) => learn(watch, memory, one));
	return {
		news: isFirst ? [] : [...changed, ...news],
		state: {
			watch: watch.key,
			point: next,
			seen: store(memory, next, watch.keeps),
			...(isFirst && isPart && { isFirst }),
		},
	};
};

/** The newest row that the watch would return, if there is one, for a test in the panel. */
export const newest = async (
	watch: Watch,
	before: PollState | undefined,
): Promise<readonly News[]> => {
	const latest = before?.watch === watch.key ? (await watch.read(before.point)).rows : [];
	const isWanted = ({ row }: Listed) => watch.tokenOf(row) !== undefined && watch.matches(row);
	const found = latest.findLast(isWanted) ?? (await watch.first()).rows.findLast(isWanted);
	if (!found) return [];
	const changed = watch.changedIn && { changed: watch.changedIn(found.row, undefined) };
	return [{ row: found.row, ...changed }];
};
