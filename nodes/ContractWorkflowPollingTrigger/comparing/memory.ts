import type { Reading, Watch } from '../watch';

/**
 * Rows that a watch remembers, by ID, with the stored token of each. The most recently seen rows
 * are last.
 */
export type Memory = Map<string, string>;

/** How many rows are remembered beyond those that the next reading will return. */
const mostBeyond = 2_000;
/** The same if values are compared: without a remembered row there is no old value. */
const mostCompared = 10_000;

/** Maximum characters of old values that are kept after shortening, and in total. */
const mostOfValues = 500_000;
const mostOfAll = 1_000_000;

/** Characters of a stored row beside its id and its token. */
const around = 8;

const lengthOf = (id: string, token: string): number => id.length + token.length + around;

/** Drops old values of the least recently seen rows if the memory contains too many. */
export const shorten = ({ comparison }: Watch, seen: Memory): void => {
	if (!comparison) return;
	let length = 0;
	for (const [id, token] of [...seen].reverse()) {
		length += token.length;
		if (length > mostOfValues) seen.set(id, comparison.shortened(token));
	}
};

/**
 * Forgets only rows that were seen before the start of the next reading: a known row that was
 * missing this time may return. If the next reading starts at the same point, nothing is forgotten.
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
		if (kept.has(id)) continue;
		tooMany--;
		tooLong -= lengthOf(id, token);
		seen.delete(id);
	}
};
