import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';
import { character, characterClass, characterSet, numbered, signOf } from './characters';
import type { Flags } from './flags';
import { Untranslatable } from './flags';

const parser = new RegExpParser({ ecmaVersion: 2024 });

/** RE2 repeats nothing more often. */
const mostRepeats = 1_000;

const unknown = (what: string, { raw }: AST.Node): never => {
	throw new Untranslatable(
		`must do without the ${what} "${raw}": it could take endless time on some texts, so it is not known here`,
	);
};

const assertion = (node: AST.Assertion, flags: Flags): string => {
	switch (node.kind) {
		case 'start':
			return flags.m ? '(?m:^)' : '\\A';
		case 'end':
			return flags.m ? '(?m:$)' : '\\z';
		case 'word':
			return node.negate ? '\\B' : '\\b';
		case 'lookahead':
			return unknown('look-ahead', node);
		case 'lookbehind':
			return unknown('look-behind', node);
	}
};

const quantifier = ({ element: of, min, max, raw }: AST.Quantifier, flags: Flags): string => {
	if (min > mostRepeats || (max > mostRepeats && max !== Infinity)) {
		throw new Untranslatable(
			`must repeat nothing more than ${mostRepeats} times, as "${raw}" does`,
		);
	}
	return `(?:${element(of, flags)}){${min},${max === Infinity ? '' : max}}`;
};

const element = (node: AST.Element, flags: Flags): string => {
	switch (node.type) {
		case 'Character':
			return character(node.value, node.raw, flags);
		case 'CharacterSet':
			return characterSet(node, flags);
		case 'CharacterClass':
			return characterClass(node, flags);
		case 'Assertion':
			return assertion(node, flags);
		case 'Quantifier':
			return quantifier(node, flags);
		case 'Group':
		case 'CapturingGroup':
			return `(?:${disjunction(node.alternatives, flags)})`;
		case 'Backreference':
			return unknown('back-reference', node);
		case 'ExpressionCharacterClass':
			throw new Untranslatable(`must do without the set in a set "${node.raw}"`);
	}
};

/** Two halves of a sign in a row are the sign. */
const sequence = (elements: readonly AST.Element[], flags: Flags): string =>
	elements
		.map((one, index) => {
			if (signOf(elements[index - 1], one) !== undefined) return '';
			const sign = signOf(one, elements[index + 1]);
			return sign === undefined ? element(one, flags) : numbered(sign);
		})
		.join('');

const disjunction = (alternatives: readonly AST.Alternative[], flags: Flags): string =>
	alternatives.map(({ elements }) => sequence(elements, flags)).join('|');

/**
 * A JavaScript pattern in RE2's syntax. What differs: a sign beyond U+FFFF counts as one, as with
 * the flag u; with i, two signs more are taken for `k` and `s`; with m, all ends of lines are one.
 * @throws {Untranslatable} where a part of it has no counterpart.
 * @throws {RegExpSyntaxError} when it is no JavaScript pattern.
 */
export const translated = (source: string, flags: Flags): string => {
	const unicode = { unicode: flags.u, unicodeSets: flags.v };
	return disjunction(parser.parsePattern(source, 0, source.length, unicode).alternatives, flags);
};
