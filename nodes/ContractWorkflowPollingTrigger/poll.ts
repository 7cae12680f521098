import type { Row } from '../../src';
import type { Changed, Known, Placed, Point, Watch } from './watch';
import { start } from './watch';

/** The rows that a watch remembers, by ID. */
type Memory = Map<number, Known>;

/** A remembered row as n8n stores it. */
type StoredRow = readonly [id: number, at: number, token: string, isOfFirst?: true];

const recall = (stored: readonly StoredRow[] = []): Memory =>
	new Map(
		stored.map(([id, at, token, isOfFirst]) => [
			id,
			{ at, token, ...(isOfFirst && { isOfFirst }) },
		]),
	);

/**
 * What to store of a memory, oldest first. Only a row before the point is ever forgotten, because no
 * later reading returns it unchanged. Of those, the last `keeps` stay.
 */
export const store = (
	seen: Memory,
	point: { readonly at: number },
	keeps: number,
): readonly StoredRow[] => {
	const rows = [...seen].sort(([, one], [, other]) => one.at - other.at);
	const before = rows.filter(([, { at }]) => at < point.at).length;
	return rows
		.slice(Math.max(before - keeps, 0))
		.map(([id, { at, token, isOfFirst }]) =>
			isOfFirst ? [id, at, token, isOfFirst] : [id, at, token],
		);
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
	readonly point: Point;
	/** The rows since then. */
	readonly seen: readonly StoredRow[];
	/** Whether the existing rows have not been read completely, so that nothing is news yet. */
	readonly isFirst?: true;
}

/** Adds a row to the memory and returns it if it is news. */
const learn = (
	watch: Watch,
	seen: Memory,
	{ id, at, row }: Placed,
	isOnlyFirst: boolean,
): readonly News[] => {
	const token = watch.tokenOf(row);
	const held = seen.get(id);
	seen.delete(id);
	if (token === undefined) return [];
	// To later pages, a row that only the first page has shown is new. To the first page, a row that
	// is not remembered has moved up.
	const isOfFirst = held ? held.isOfFirst === true : isOnlyFirst;
	const known = isOfFirst && !isOnlyFirst ? undefined : held;
	const isOld = known ? known.token === token : isOnlyFirst;
	seen.set(id, { at, token, ...(isOfFirst && isOnlyFirst && isOld && { isOfFirst }) });
	if (isOld || !watch.matches(row)) return [];
	if (!watch.changedIn) return [{ row }];
	return [{ row, changed: known ? watch.changedIn(row, known.token) : null }];
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
	const seen = recall(state?.seen);
	const news = reading.rows.flatMap((one) => learn(watch, seen, one, false));
	const changed = (reading.only ?? []).flatMap((one) => learn(watch, seen, one, true));
	return {
		news: isFirst ? [] : [...changed, ...news],
		state: {
			watch: watch.key,
			point: reading.next,
			seen: store(seen, reading.next, watch.keeps),
			...(isFirst && reading.isPart && { isFirst }),
		},
	};
};

/** The newest row that the watch would return, if there is one, for a test in the panel. */
export const newest = async (
	watch: Watch,
	before: PollState | undefined,
): Promise<readonly News[]> => {
	const latest = before?.watch === watch.key ? (await watch.read(before.point)).rows : [];
	const isWanted = ({ row }: Placed) => watch.tokenOf(row) !== undefined && watch.matches(row);
	const found = latest.findLast(isWanted) ?? (await watch.first()).rows.findLast(isWanted);
	if (!found) return [];
	const changed = watch.changedIn && { changed: watch.changedIn(found.row, undefined) };
	return [{ row: found.row, ...changed }];
};
