import { WrongField } from '../shared/explained';
import { valueAt } from './path';
import { textsIn } from './values';

/** A condition on the values at or below a path of a delivery. */
export interface Filter {
	readonly path: string;
	readonly comparison: 'contains' | 'equals' | 'matches';
	readonly value: string;
}

/** A regular expression, or why a text is none. */
const compiled = (source: string, flags: string): RegExp | string => {
	try {
		return new RegExp(source, flags);
	} catch (error) {
		return error instanceof Error ? error.message : '';
	}
};

/**
 * A regular expression, plain or as `/pattern/flags`.
 * @throws {WrongField} when it is none.
 */
const pattern = (text: string): RegExp => {
	const [, source = text, flags = ''] = /^\/(.+)\/([dimsuv]*)$/s.exec(text) ?? [];
	const expression = compiled(source, flags);
	if (expression instanceof RegExp) return expression;
	throw new WrongField(['Only If', 'Value'], `is not a regular expression: ${expression}`);
};

const tests = {
	contains: (value: string) => (text: string) => text.includes(value),
	equals: (value: string) => (text: string) => text === value,
	matches: (value: string) => {
		const expression = pattern(value);
		return (text: string) => expression.test(text);
	},
} as const;

/**
 * Whether a delivery meets all conditions, or any of them. A condition holds when one of the texts,
 * numbers or booleans at or below its path does; where the path leads to nothing it does not.
 * @throws {WrongField} when a pattern is not a regular expression.
 */
export const meets = (
	delivery: unknown,
	filters: readonly Filter[],
	combine: 'all' | 'any',
): boolean => {
	if (filters.length === 0) return true;
	const met = ({ path, comparison, value }: Filter) =>
		textsIn(valueAt(delivery, path)).some(tests[comparison](value));
	return combine === 'all' ? filters.every(met) : filters.some(met);
};
