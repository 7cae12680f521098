/** Packs texts that are much alike, such as the answers to the items of one run. */
export interface SimilarTexts {
	/** A text as what differs from the last one with as many parts, or as it is. */
	pack(text: string): string;
	/** The text of what was packed; all that was packed before it must have been given first. */
	unpack(packed: string): string;
}

const words = /[\p{L}\p{N}_-]+|[^\p{L}\p{N}_-]+/gu;

/** Words, and what stands between them. */
const partsOf = (text: string): readonly string[] => text.match(words) ?? [];

const isWord = (part: string): boolean => /^[\p{L}\p{N}_-]/u.test(part);

/** What stands before a text that is kept as it is. */
const whole = '=';

/** The parts that differ from those before, with their places; undefined where not all are words. */
const changesOf = (
	before: readonly string[],
	parts: readonly string[],
): readonly string[] | undefined => {
	const others = [...parts.entries()].filter(([index, part]) => part !== before[index]);
	return others.every(([, part]) => isWord(part))
		? others.map(([index, part]) => `${index}:${part}`)
		: undefined;
};

/** The parts of which some are others now. */
const changed = (before: readonly string[], changes: readonly string[]): readonly string[] => {
	const parts = [...before];
	for (const change of changes) {
		const [index, part = ''] = change.split(':');
		parts[Number(index)] = part;
	}
	return parts;
};

/** No texts yet. */
export const createSimilarTexts = (): SimilarTexts => {
	/** The parts of the last text, by their number. */
	const last = new Map<number, readonly string[]>();
	return {
		pack(text) {
			const parts = partsOf(text);
			const before = last.get(parts.length);
			last.set(parts.length, parts);
			const changes = before && changesOf(before, parts);
			const packed = changes && [parts.length, ...changes].join(' ');
			return packed && packed.length < text.length ? packed : whole + text;
		},
		unpack(packed) {
			const [count, ...changes] = packed.split(' ');
			const parts = packed.startsWith(whole)
				? partsOf(packed.slice(whole.length))
				: changed(last.get(Number(count)) ?? [], changes);
			last.set(parts.length, parts);
			return parts.join('');
		},
	};
};
