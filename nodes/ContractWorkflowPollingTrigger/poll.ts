import type { Row } from '../../src';
import type { Memory } from './comparing/memory';
import { forget, shorten } from './comparing/memory';
import type { News, Pass, ReadOptions, Reading, Watch } from './watch';

/** What is kept between two polls. Plain JSON, for n8n stores it. */
export interface PollState {
	readonly watch: string;
	/** Of which fields the tokens are, where they are not of whole rows. */
	readonly compared?: string;
	/** Where the next reading begins. */
	readonly from: string;
	/** Ids with their tokens, those that were seen last at the end. */
	readonly seen: ReadonlyArray<readonly [id: string, token: string]>;
	/** Where a list goes on that is too long for one poll. */
	readonly pass?: Pass;
	/** Whether what is there already has not been read to its end, so that nothing is news yet. */
	readonly isBeginning?: boolean;
}

interface PollOptions {
	/** Milliseconds since 1970, by n8n's clock. */
	readonly now: number;
	/** Whether a first poll gives what is there already. */
	readonly backlog: boolean;
	/** Whether there is time for another page. */
	readonly hasTime: () => boolean;
}

interface PollResult {
	/** Oldest first. */
	readonly news: readonly News[];
	/** To be kept once the news are handed over, not before. */
	readonly state: PollState;
}

/** How many more readings a first poll makes at most, until one shows nothing that is new. */
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

/** In front of the token of a row that only the beginning of the list has shown. */
const movedUp = 'first ';

/** Whether a row is as the memory has it. */
const isAs = (watch: Watch, row: Row, token: string, known: string): boolean =>
	known === token || watch.isSame?.(row, known) === true;

/** What comes out of a row that is news. */
const newsOf = (watch: Watch, row: Row, known: string | undefined): readonly News[] => {
	if (!watch.matches(row)) return [];
	if (!watch.comparison) return [{ row }];
	const changed = watch.comparison.changeOf(row, known);
	return changed === undefined ? [] : [{ row, changed }];
};

/** Takes rows into the memory and gives those that are news. */
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
 * The rows from the beginning of the list that have changed. One that was not there before is no
 * news: it has moved up, and what is new is among the other rows of a reading. Should an answer have
 * hidden it there, it is news when they show it.
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
 * Reads on after a first reading, until a reading shows no row that none showed before: one answer
 * may lack rows, and each would be news to the next poll.
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
		// So many tasks of one time that they are no list for one poll: they have been read already.
		if (again.isPart && (isConfirmed || !options.onlyEnd)) break;
		learn(watch, seen, [...(again.first ?? []), ...again.rows]);
		forget(watch, seen, last.next, again);
		last = again;
		if (isConfirmed) break;
	}
	return last;
};

/** Takes what is there into the memory, when a watch begins or has not yet come to its end. */
const begin = async (
	watch: Watch,
	state: PollState | undefined,
	seen: Memory,
	{ now, hasTime }: PollOptions,
): Promise<Reading> => {
	const options = { hasTime, onlyEnd: !state };
	// Twice, for a single answer may lack rows.
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
 * One poll. The list is read from where the last reading says, which brings rows again that were
 * seen already; the memory tells them from news. Without a state, or with one of other settings, it
 * is a first poll, which gives nothing unless the backlog is asked for; with one that compared other
 * fields, it gives nothing in any case.
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
	// What was there under other settings is no backlog.
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

/** How many readings of a long list a test in the panel makes at most. */
const mostInTest = 20;

/** What comes out of the newest row in a test in the panel. */
const sampleOf = (watch: Watch, row: Row, before: PollState | undefined): News => {
	const { comparison } = watch;
	if (!comparison) return { row };
	const id = watch.idOf(row);
	const held = before?.compared === comparison.key ? new Map(before.seen).get(id) : undefined;
	const known = held?.startsWith(movedUp) === true ? held.slice(movedUp.length) : held;
	return { row, changed: comparison.sampleOf(row, known) };
};

/**
 * The newest row that the watch would give, for a test in the panel. Where the watch has been polled
 * before, the end of the list is looked at first.
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
