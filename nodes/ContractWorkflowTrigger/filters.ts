import { sleep } from 'n8n-workflow';
import { valueAt } from './path';
import { textsIn } from './values';

/** A condition on the values at or below a path of a delivery. */
export interface Filter {
	readonly path: string;
	readonly containsAnyOf: readonly string[];
}

/**
 * Characters that are compared without a pause: at worst about 100 ms, in which n8n does nothing
 * else.
 */
const mostCharacters = 15_000_000;

/** Lets n8n do other work after many characters were compared. */
const createPause = () => {
	let compared = 0;
	return async (characters: number): Promise<void> => {
		if (compared + characters > mostCharacters) {
			await sleep(0);
			compared = 0;
		}
		compared += characters;
	};
};

/**
 * Whether a delivery meets all conditions, or any of them. A condition is met if a text, number or
 * boolean at or below its path contains one of its words, ignoring case. It is not met if there is
 * nothing at its path.
 */
export const meets = async (
	delivery: unknown,
	filters: readonly Filter[],
	match: 'all' | 'any',
): Promise<boolean> => {
	if (filters.length === 0) return true;
	const pauseBefore = createPause();
	const isMet = async ({ path, containsAnyOf }: Filter): Promise<boolean> => {
		const texts = textsIn(valueAt(delivery, path)).map((text) => text.toLowerCase());
		const characters = texts.reduce((sum, { length }) => sum + length, 0);
		for (const word of containsAnyOf) {
			await pauseBefore(characters);
			if (texts.some((text) => text.includes(word.toLowerCase()))) return true;
		}
		return false;
	};
	for (const condition of filters) {
		const met = await isMet(condition);
		if (met !== (match === 'all')) return met;
	}
	return match === 'all';
};
