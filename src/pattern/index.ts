import { RegExpSyntaxError } from '@eslint-community/regexpp';
import { RE2JS, RE2JSException } from 're2js';
import { otherLineEnds } from './characters';
import { Untranslatable, flagsIn } from './flags';
import { translated } from './translate';

/** A pattern whose time on a text grows with the text's length, and no faster. */
export interface Pattern {
	readonly test: (text: string) => boolean;
	/** The steps that one character may take: time is bounded by these and the length of the text. */
	readonly steps: number;
}

/** Larger ones take long for every text. */
const mostSteps = 5_000;

const compiled = (source: string, letters: string): Pattern => {
	const flags = flagsIn(letters);
	const expression = RE2JS.compile(translated(source, flags), flags.i ? RE2JS.CASE_INSENSITIVE : 0);
	return {
		steps: expression.programSize(),
		test: (text) => expression.test(flags.m ? text.replace(otherLineEnds, '\n') : text),
	};
};

/**
 * A JavaScript regular expression, plain or as `/pattern/flags` with the flags d, i, m, s, u and v;
 * or why it cannot be used, as a clause that follows the name of its field.
 */
export const patternOf = (text: string): Pattern | string => {
	const [, source = text, letters = ''] = /^\/(.+)\/([dimsuv]*)$/s.exec(text) ?? [];
	try {
		const pattern = compiled(source, letters);
		return pattern.steps <= mostSteps ? pattern : 'is too large a regular expression';
	} catch (error) {
		if (error instanceof Untranslatable) return error.fault;
		if (error instanceof RE2JSException) return `cannot be used here: ${error.message}`;
		if (error instanceof RegExpSyntaxError) return `is not a regular expression: ${error.message}`;
		// Thousands of brackets in one another.
		return 'is too large a regular expression';
	}
};
