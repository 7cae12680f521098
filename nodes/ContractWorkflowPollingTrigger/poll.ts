import type { Row } from '../../src';
import type { Reading, Watch } from './watch';

/** What is kept between two polls. Plain JSON, for n8n stores it. */
export interface PollState {
	readonly watch: string;
	/** Where the next reading begins. */
	readonly from: string;
	/** Ids with their tokens, those that were seen last at the end. */
	readonly seen: ReadonlyArray<readonly [id: string, token: string]>;
}

export interface PollOptions {
	/** Milliseconds since 1970, by n8n's clock. */
	readonly now: number;
	/** Whether a first poll gives what is there already. */
	readonly backlog: boolean;
}

export interface PollResult {
	/** Oldest first. */
	readonly news: readonly Row[];
	/** To be kept once the news are handed over, not before. */
	readonly state: PollState;
}

const firstReading = async (watch: Watch, now: number): Promise<Reading> => {
	let reading: Reading = { rows: [], next: '', again: 0 };
	for (const start of watch.starts(now)) {
		reading = await watch.read(start);
		if (reading.rows.length > 0) break;
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

/**
 * The rows from the beginning of the list that have changed. One that was not there before is no
 * news: it has moved up, and what is new is among the other rows of the reading.
 */
const changed = (
	watch: Watch,
	seen: Map<string, string>,
	{ rows, first = [] }: Reading,
): readonly Row[] => {
	const known = new Set(seen.keys());
	const others = new Set(rows.map((row) => watch.idOf(row)));
	const only = first.filter((row) => !others.has(watch.idOf(row)));
	return learn(watch, seen, only).filter((row) => known.has(watch.idOf(row)));
};

/** What the next reading brings again, and `remembers` beyond that. */
const remembered = (
	watch: Watch,
	seen: ReadonlyMap<string, string>,
	{ again, first = [] }: Reading,
): PollState['seen'] => {
	const kept = Math.max(again, watch.remembers);
	const ids = new Set(first.map((row) => watch.idOf(row)));
	return [...seen].filter(([id], index) => index >= seen.size - kept || ids.has(id));
};

/**
 * One poll. The list is read from where the last reading says, which brings rows again that were
 * seen already; the memory tells them from news. Without a state, or with one of other settings, it
 * is a first poll, which gives nothing unless the backlog is asked for.
 */
export const poll = async (
	watch: Watch,
	before: PollState | undefined,
	{ now, backlog }: PollOptions,
): Promise<PollResult> => {
	const state = before?.watch === watch.key ? before : undefined;
	const seen = new Map(state?.seen);
	if (!state && !backlog && watch.present) learn(watch, seen, await watch.present());
	const reading = state
		? await watch.read(state.from)
		: backlog
			? await watch.read(watch.starts(now).at(-1) ?? '')
			: await firstReading(watch, now);
	const news = [
		...(state && state.from !== '' ? changed(watch, seen, reading) : []),
		...learn(watch, seen, reading.rows),
	];
	return {
		news: state || backlog ? news : [],
		state: { watch: watch.key, from: reading.next, seen: remembered(watch, seen, reading) },
	};
};

/**
 * The newest row that the watch would give, for a test in the panel. Where the watch has been polled
 * before, the end of the list is looked at first.
 */
export const newest = async (
	watch: Watch,
	before: PollState | undefined,
	now: number,
): Promise<Row | undefined> => {
	const known = before?.watch === watch.key ? [before.from] : [];
	for (const start of new Set([...known, ...watch.starts(now)])) {
		const { rows } = await watch.read(start);
		const row = rows.findLast((one) => watch.tokenOf(one) !== undefined && watch.matches(one));
		if (row) return row;
	}
	return undefined;
};
