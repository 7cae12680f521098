import type { Row } from '../../src';
import type { Memory } from './comparing/memory';
import { forget, shorten } from './comparing/memory';
import type { News, Pass, ReadOptions, Reading, Watch } from './watch';

/** The state between two polls. Plain JSON, because n8n stores it. */
export interface PollState {
	readonly watch: string;
	/** Which fields the tokens cover, unless they cover whole rows. */
	readonly compared?: string;
	/** Where the next reading starts. */
	readonly from: string;
	/** Ids with their tokens. The most recently seen are last. */
	readonly seen: ReadonlyArray<readonly [id: string, token: string]>;
	/** Where to continue a list that is too long for one poll. */
	readonly pass?: Pass;
	/** Whether the existing rows have not been read completely, so that nothing is news yet. */
	readonly isBeginning?: boolean;
}

interface PollOptions {
	/** Milliseconds since 1970, by n8n's clock. */
	readonly now: number;
	/** Whether a first poll returns the existing rows. */
	readonly backlog: boolean;
	/** Whether there is time for another page. */
	readonly hasTime: () => boolean;
}

interface PollResult {
	/** Oldest first. */
	readonly news: readonly News[];
	/** To be stored only after the news were passed on. */
	readonly state: PollState;
}

/** Maximum further readings of a first poll, until one contains nothing new. */
const mostConfirmations = 3;

const firstReading = async (watch: Watch, now: number, options: ReadOptions): Promise<Reading> => {
	const [first = '', ...others] = watch.starts(now);
	let reading = await watch.read(first, options);
	for (const start of others) {
		if (reading.rows.length > 0) break;
		reading = await watch.read(start, options);
	}
	return reading;
};

/** Prefix for the token of a row that only the start of the list has shown. */
const movedUp = 'first ';

/** Whether a row matches the memory. */
const isAs = (watch: Watch, row: Row, token: string, known: string): boolean =>
	known === token || watch.isSame?.(row, known) === true;

/** The output for a row that is news. */
const newsOf = (watch: Watch, row: Row, known: string | undefined): readonly News[] => {
	if (!watch.matches(row)) return [];
	if (!watch.comparison) return [{ row }];
	const changed = watch.comparison.changeOf(row, known);
	return changed === undefined ? [] : [{ row, changed }];
};

/** Adds rows to the memory and returns those that are news. */
const learn = (watch: Watch, seen: Memory, rows: readonly Row[]): readonly News[] =>
	rows.flatMap((row) => {
		const id = watch.idOf(row);
		const token = watch.tokenOf(row);
		const held = seen.get(id);
		const known = held?.startsWith(movedUp) === true ? undefined : held;
		seen.delete(id);
		if (token === undefined) return [];
		seen.set(id, token);
		return known !== undefined && isAs(watch, row, token, known) ? [] : newsOf(watch, row, known);
	});

/**
 * The changed rows at the start of the list. A row that was not there before is not news: it has
 * moved up, and new rows are among the other rows of a reading. If a response had hidden it there,
 * it becomes news when they show it.
 */
const changed = (watch: Watch, seen: Memory, { rows, first = [] }: Reading): readonly News[] => {
	const others = new Set(rows.map((row) => watch.idOf(row)));
	const only = first.filter((row) => !others.has(watch.idOf(row)));
	return only.flatMap((row) => {
		const id = watch.idOf(row);
		const token = watch.tokenOf(row) ?? '';
		const held = seen.get(id);
		const isMovedUp = held?.startsWith(movedUp) ?? true;
		const known = isMovedUp ? held?.slice(movedUp.length) : held;
		const isSame = known === undefined || isAs(watch, row, token, known);
		seen.delete(id);
		seen.set(id, isSame && isMovedUp ? movedUp + token : token);
		return isSame ? [] : newsOf(watch, row, known);
	});
};

/**
 * Repeats a first reading until one contains no new row. A response may lack rows, and each would
 * be news to the next poll.
 */
const confirmed = async (
	watch: Watch,
	seen: Memory,
	reading: Reading,
	options: ReadOptions,
): Promise<Reading> => {
	const shown = new Set<string>();
	const isNothingNew = ({ rows, first = [] }: Reading) => {
		const before = shown.size;
		for (const row of [...first, ...rows]) shown.add(watch.idOf(row));
		return shown.size === before;
	};
	isNothingNew(reading);
	let last = reading;
	for (let count = 0; count < mostConfirmations && !last.isPart; count++) {
		const again = await watch.read(last.next, options);
		const isConfirmed = isNothingNew(again);
		// So many tasks have one time that the list is too long for one poll. They have already been
		// read.
		if (again.isPart && (isConfirmed || !options.onlyEnd)) break;
		learn(watch, seen, [...(again.first ?? []), ...again.rows]);
		forget(watch, seen, last.next, again);
		last = again;
		if (isConfirmed) break;
	}
	return last;
};

/** Adds the existing rows to the memory while a watch starts, until all are read. */
const begin = async (
	watch: Watch,
	state: PollState | undefined,
	seen: Memory,
	{ now, hasTime }: PollOptions,
): Promise<Reading> => {
	const options = { hasTime, onlyEnd: !state };
	// Twice, because a single response may lack rows.
	for (let count = 0; count < 2 && !state && watch.present; count++) {
		learn(watch, seen, await watch.present());
	}
	const reading = state
		? await watch.read(state.from, { ...options, pass: state.pass })
		: await firstReading(watch, now, options);
	learn(watch, seen, [...(reading.first ?? []), ...reading.rows]);
	forget(watch, seen, state?.from, reading);
	return await confirmed(watch, seen, reading, options);
};

/**
 * One poll. It reads the list from the point that the last reading returned. This returns some
 * known rows again, and the memory separates them from news. Without a state, or with a state of
 * other settings, this is a first poll, which returns nothing unless the backlog is wanted. With a
 * state that compared other fields, it always returns nothing.
 */
export const poll = async (
	watch: Watch,
	before: PollState | undefined,
	options: PollOptions,
): Promise<PollResult> => {
	const ofWatch = before?.watch === watch.key ? before : undefined;
	const compared = watch.comparison?.key;
	const state = ofWatch?.compared === compared ? ofWatch : undefined;
	const seen: Memory = new Map(state?.seen);
	const keep = ({ next, pass }: Reading, more: Partial<PollState> = {}): PollState => {
		shorten(watch, seen);
		return {
			watch: watch.key,
			...(compared !== undefined && { compared }),
			from: next,
			seen: [...seen],
			...(pass && { pass }),
			...more,
		};
	};
	// Rows that existed under other settings are not a backlog.
	if (state ? state.isBeginning === true : !options.backlog || ofWatch) {
		const reading = await begin(watch, state, seen, options);
		return { news: [], state: keep(reading, reading.isPart ? { isBeginning: true } : {}) };
	}
	const { hasTime, now } = options;
	const from = state?.from ?? watch.starts(now).at(-1) ?? '';
	const reading = await watch.read(from, { hasTime, pass: state?.pass });
	const news = [
		...(state && from !== '' ? changed(watch, seen, reading) : []),
		...learn(watch, seen, reading.rows),
	];
	forget(watch, seen, from, reading);
	return { news, state: keep(reading) };
};

/** Maximum readings of a long list for a test in the panel. */
const mostInTest = 20;

/** The output for the newest row in a test in the panel. */
const sampleOf = (watch: Watch, row: Row, before: PollState | undefined): News => {
	const { comparison } = watch;
	if (!comparison) return { row };
	const id = watch.idOf(row);
	const held = before?.compared === comparison.key ? new Map(before.seen).get(id) : undefined;
	const known = held?.startsWith(movedUp) === true ? held.slice(movedUp.length) : held;
	return { row, changed: comparison.sampleOf(row, known) };
};

/**
 * The newest row that the watch would return, for a test in the panel. If the watch has been polled
 * before, the end of the list is read first.
 */
export const newest = async (
	watch: Watch,
	before: PollState | undefined,
	{ now, hasTime }: Pick<PollOptions, 'now' | 'hasTime'>,
): Promise<News | undefined> => {
	const state = before?.watch === watch.key ? before : undefined;
	const known = state ? [state.from] : [];
	for (const start of new Set([...known, ...watch.starts(now)])) {
		let newestRow: Row | undefined;
		let reading: Reading | undefined;
		for (let count = 0; count < mostInTest && (reading?.isPart ?? true); count++) {
			reading = await watch.read(reading?.next ?? start, { hasTime, onlyEnd: true });
			const isWanted = (row: Row) => watch.tokenOf(row) !== undefined && watch.matches(row);
			newestRow = reading.rows.findLast(isWanted) ?? newestRow;
			if (reading.pass) break;
		}
		if (newestRow) return sampleOf(watch, newestRow, state);
	}
	return undefined;
};
