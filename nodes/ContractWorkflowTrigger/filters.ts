import { sleep } from 'n8n-workflow';
import type { Pattern } from '../../src/pattern';
import { Explained, WrongField } from '../shared/explained';
import { valueAt } from './path';
import { textsIn } from './values';

/** A condition on the values at or below a path of a delivery. */
export interface Filter {
	readonly path: string;
	readonly comparison: 'contains' | 'equals' | 'matches';
	readonly value: string;
}

type Test = (texts: readonly string[]) => boolean;

/**
 * The characters of a delivery on which a pattern is tried: some 200 ms at worst, in which n8n does
 * nothing else. Each character costs a pattern up to all its steps, and something besides; one
 * of few steps has so few states that it knows them all soon.
 */
const mostCharacters = ({ steps }: Pattern): number =>
	steps <= 13 ? 2_000_000 : Math.floor(10_000_000 / (steps + 20));

/** A delivery is too long for a pattern. */
class LongDelivery extends Explained {
	override readonly name = 'LongDelivery';

	constructor({ path, value }: Filter, characters: number, most: number) {
		super(
			`The delivery holds ${characters} characters at "${path}", and the pattern "${value}" is tried on ${most} at most`,
			'It started nothing, and its sender was answered with an error. Choose a deeper path in "Only If", or a simpler pattern, or compare with "Contains".',
		);
	}
}

const patternIn = async ({ value }: Filter): Promise<Pattern> => {
	// Loaded where there is a pattern: it takes half as long as all the rest of the package.
	const { patternOf } = await import('../../src/pattern');
	const pattern = patternOf(value);
	if (typeof pattern !== 'string') return pattern;
	throw new WrongField(['Only If', 'Value'], pattern);
};

/** @throws {LongDelivery} when the pattern would take too long. */
const matches = (filter: Filter, pattern: Pattern): Test => {
	const most = mostCharacters(pattern);
	return (texts) => {
		const characters = texts.reduce((sum, { length }) => sum + length, 0);
		if (characters > most) throw new LongDelivery(filter, characters, most);
		return texts.some(pattern.test);
	};
};

const testOf = async (filter: Filter): Promise<Test> => {
	const { comparison, value } = filter;
	switch (comparison) {
		case 'contains':
			return (texts) => texts.some((text) => text.includes(value));
		case 'equals':
			return (texts) => texts.includes(value);
		case 'matches':
			return matches(filter, await patternIn(filter));
	}
};

/** @throws {WrongField} when a pattern cannot be used. */
export const checkPatterns = async (filters: readonly Filter[]): Promise<void> => {
	await Promise.all(filters.map(testOf));
};

/**
 * Whether a delivery meets all conditions, or any of them. A condition holds when one of the texts,
 * numbers or booleans at or below its path does; where the path leads to nothing it does not.
 * @throws {WrongField} when a pattern cannot be used.
 * @throws {LongDelivery} when a pattern would take too long.
 */
export const meets = async (
	delivery: unknown,
	filters: readonly Filter[],
	combine: 'all' | 'any',
): Promise<boolean> => {
	if (filters.length === 0) return true;
	const conditions = await Promise.all(
		filters.map(async (filter) => ({ path: filter.path, test: await testOf(filter) })),
	);
	for (const [index, { path, test }] of conditions.entries()) {
		// Each may take a while, in which n8n does nothing else.
		if (index > 0) await sleep(0);
		const isMet = test(textsIn(valueAt(delivery, path)));
		if (isMet !== (combine === 'all')) return isMet;
	}
	return combine === 'all';
};
