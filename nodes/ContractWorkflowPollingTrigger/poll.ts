import type { Row } from '../../src';
import type { Pass, ReadOptions, Reading, Watch } from './watch';

/** What is kept between two polls. Plain JSON, for n8n stores it. */
export interface PollState {
	readonly watch: string;
	/** Where the next reading begins. */
	readonly from: string;
	/** Ids with their tokens, those that were seen last at the end. */
	readonly seen: ReadonlyArray<readonly [id: string, token: string]>;
	/** Where a list goes on that is too long for one poll. */
	readonly pass?: Pass;
	/** Whether what is there already has not been read to its end, so that nothing is news yet. */
	readonly isBeginning?: boolean;
}

export interface PollOptions {
	/** Milliseconds since 1970, by n8n's clock. */
	readonly now: number;
	/** Whether a first poll gives what is there already. */
	readonly backlog: boolean;
	/** Whether there is time for another page. */
	readonly hasTime: () => boolean;
}

export interface PollResult {
	/** Oldest first. */
	readonly news: readonly Row[];
	/** To be kept once the news are handed over, not before. */
	readonly state: PollState;
}

/** How many rows are remembered beyond those that the next reading is known to bring again. */
const mostBeyond = 2_000;

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

/** Takes rows into the memory and gives those that are news. */
const learn = (watch: Watch, seen: Map<string, string>, rows: readonly Row[]): Row[] =>
	rows.filter((row) => {
		const id = watch.idOf(row);
		const token = watch.tokenOf(row);
		const known = seen.get(id);
		seen.delete(id);
		if (token === undefined) return false;
		seen.set(id, token);
		return token !== known && watch.matches(row);
	});

/** Stands before the token of a row that only the beginning of the list has shown. */
const movedUp = 'first ';

/**
 * The rows from the beginning of the list that have changed. One that was not there before is no
 * news: it has moved up, and what is new is among the other rows of a reading. Should an answer have
 * hidden it there, it is news when they show it.
 */
const changed = (
	watch: Watch,
	seen: Map<string, string>,
	{ rows, first = [] }: Reading,
): readonly Row[] => {
	const others = new Set(rows.map((row) => watch.idOf(row)));
	const only = first.filter((row) => !others.has(watch.idOf(row)));
	return only.filter((row) => {
		const id = watch.idOf(row);
		const token = watch.tokenOf(row) ?? '';
		const known = seen.get(id);
		seen.delete(id);
		const isSame = known === token || known === movedUp + token;
		seen.set(id, known === undefined ? movedUp + token : isSame ? known : token);
		return known !== undefined && !isSame && watch.matches(row);
	});
};

/**
 * Forgets what lies before the next reading, and only what was seen there: a row that is known, but
 * was not shown this time, may come again. As long as the next reading begins where this one did,
 * nothing is forgotten.
 */
const forget = (
	watch: Watch,
	seen: Map<string, string>,
	from: string | undefined,
	{ next, passed, again, first = [] }: Reading,
): void => {
	if (next === from) return;
	const kept = new Set(first.map((row) => watch.idOf(row)));
	if (!watch.remembersPassed) {
		for (const id of passed) if (!kept.has(id)) seen.delete(id);
	}
	const tooMany = seen.size - again - kept.size - mostBeyond;
	for (const id of [...seen.keys()].slice(0, Math.max(tooMany, 0))) {
		if (!kept.has(id)) seen.delete(id);
	}
};

/**
 * Reads on after a first reading, until a reading shows no row that none showed before: one answer
 * may lack rows, and each would be news to the next poll.
 */
const confirmed = async (
	watch: Watch,
	seen: Map<string, string>,
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
	seen: Map<string, string>,
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
 * is a first poll, which gives nothing unless the backlog is asked for.
 */
export const poll = async (
	watch: Watch,
	before: PollState | undefined,
	options: PollOptions,
): Promise<PollResult> => {
	const state = before?.watch === watch.key ? before : undefined;
	const seen = new Map(state?.seen);
	const keep = ({ next, pass }: Reading, more: Partial<PollState> = {}): PollState => ({
		watch: watch.key,
		from: next,
		seen: [...seen],
		...(pass && { pass }),
		...more,
	});
	if (state ? state.isBeginning === true : !options.backlog) {
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

/**
 * The newest row that the watch would give, for a test in the panel. Where the watch has been polled
 * before, the end of the list is looked at first.
 */
export const newest = async (
	watch: Watch,
	before: PollState | undefined,
	{ now, hasTime }: Pick<PollOptions, 'now' | 'hasTime'>,
): Promise<Row | undefined> => {
	const known = before?.watch === watch.key ? [before.from] : [];
	for (const start of new Set([...known, ...watch.starts(now)])) {
		let newestRow: Row | undefined;
		let reading: Reading | undefined;
		for (let count = 0; count < mostInTest && (reading?.isPart ?? true); count++) {
			reading = await watch.read(reading?.next ?? start, { hasTime, onlyEnd: true });
			const isWanted = (row: Row) => watch.tokenOf(row) !== undefined && watch.matches(row);
			newestRow = reading.rows.findLast(isWanted) ?? newestRow;
			if (reading.pass) break;
		}
		if (newestRow) return newestRow;
	}
	return undefined;
};
