import type { Reading, Watch } from '../watch';

/** Rows that a watch remembers, by their ids: what it holds of each, those seen last at the end. */
export type Memory = Map<string, string>;

/** How many rows are remembered beyond those that the next reading is known to bring again. */
const mostBeyond = 2_000;
/** The same where values of them are compared: what is not remembered has no value before. */
const mostCompared = 10_000;

/** How much of the values before is kept, those of the rows seen last, and how much in all. */
const mostOfValues = 500_000;
const mostOfAll = 1_000_000;

/** The signs of a stored row beside its id and its token. */
const around = 8;

const lengthOf = (id: string, token: string): number => id.length + token.length + around;

/** Gives up values before, of the rows seen first, where the memory holds too much of them. */
export const shorten = ({ comparison }: Watch, seen: Memory): void => {
	if (!comparison) return;
	let length = 0;
	for (const [id, token] of [...seen].reverse()) {
		length += token.length;
		if (length > mostOfValues) seen.set(id, comparison.shortened(token));
	}
};

/**
 * Forgets what lies before the next reading, and only what was seen there: a row that is known, but
 * was not shown this time, may come again. As long as the next reading begins where this one did,
 * nothing is forgotten.
 */
export const forget = (
	watch: Watch,
	seen: Memory,
	from: string | undefined,
	{ next, passed, again, first = [] }: Reading,
): void => {
	if (next === from) return;
	shorten(watch, seen);
	const kept = new Set(first.map((row) => watch.idOf(row)));
	if (!watch.remembersPassed) {
		for (const id of passed) if (!kept.has(id)) seen.delete(id);
	}
	const mostRows = watch.comparison ? mostCompared : mostBeyond;
	const mayGo = [...seen].slice(0, Math.max(seen.size - again, 0));
	let tooMany = mayGo.length - kept.size - mostRows;
	let tooLong = watch.comparison
		? [...seen].reduce((sum, [id, token]) => sum + lengthOf(id, token), -mostOfAll)
		: 0;
	for (const [id, token] of mayGo) {
		if (tooMany <= 0 && tooLong <= 0) break;
		tooMany--;
		if (kept.has(id)) continue;
		tooLong -= lengthOf(id, token);
		seen.delete(id);
	}
};
