/** A source of numbers that depend only on its seed. */
export interface Random {
	/** From 0 up to, but not including, 1. */
	next(): number;
	/** A whole number from `least` to `most`, both included. */
	integer(least: number, most: number): number;
	pick<Entry>(entries: readonly [Entry, ...Entry[]]): Entry;
	chance(probability: number): boolean;
	/** Text of 16 hexadecimal digits. */
	id(): string;
}

/** Mulberry32: small, fast, and good enough for sample data. */
export const createRandom = (seed: number): Random => {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const integer = (least: number, most: number): number =>
		least + Math.floor(next() * (most - least + 1));
	const half = (): string =>
		Math.floor(next() * 2 ** 32)
			.toString(16)
			.padStart(8, '0');
	return {
		next,
		integer,
		pick: (entries) => entries[integer(0, entries.length - 1)] ?? entries[0],
		chance: (probability) => next() < probability,
		id: () => half() + half(),
	};
};
