import type { AST } from '@eslint-community/regexpp';
import type { Flags } from './flags';
import { Untranslatable } from './flags';

/** What JavaScript takes for white space, and all else; RE2's own classes know ASCII only. */
const space =
	'\\t-\\r \\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{FEFF}';
const noSpace =
	'\\x{0}-\\x{8}\\x{E}-\\x{1F}!-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}';
const anything = '\\x{0}-\\x{10FFFF}';
const noLineEnd = '[^\\n\\r\\x{2028}\\x{2029}]';

/** The ends of lines beside the line feed, for which alone RE2 begins a new line. */
export const otherLineEnds = /[\r\u2028\u2029]/g;

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** The sign of which two characters are the halves; undefined where they are not. */
export const signOf = (one: AST.Node | undefined, next: AST.Node | undefined) => {
	if (one?.type !== 'Character' || next?.type !== 'Character') return undefined;
	if (!isHigh(one.value) || !isLow(next.value)) return undefined;
	return String.fromCharCode(one.value, next.value).codePointAt(0);
};

/** A character by its number. */
export const numbered = (code: number): string => `\\x{${code.toString(16)}}`;

export const character = (code: number, raw: string, flags: Flags): string => {
	if (!flags.u && !flags.v && (isHigh(code) || isLow(code))) {
		throw new Untranslatable(
			`must have the flag u, as in /…/u: without it "${raw}" is one half of a sign`,
		);
	}
	// With m all ends of lines are read as line feeds, in the text and here.
	const isLineEnd = code === 0x0d || code === 0x2028 || code === 0x2029;
	return flags.m && isLineEnd ? '\\n' : numbered(code);
};

const propertySet = ({ key, value, negate, raw }: AST.UnicodePropertyCharacterSet): string => {
	const isKnown = value === null || ['General_Category', 'gc', 'Script', 'sc'].includes(key);
	if (!isKnown) throw new Untranslatable(`must do without "${raw}", which is not known here`);
	return `\\${negate ? 'P' : 'p'}{${value ?? key}}`;
};

/** A set of characters, as it stands within brackets. */
const inClass = (set: AST.EscapeCharacterSet | AST.UnicodePropertyCharacterSet): string => {
	switch (set.kind) {
		case 'digit':
			return set.negate ? '\\D' : '\\d';
		case 'word':
			return set.negate ? '\\W' : '\\w';
		case 'space':
			return set.negate ? noSpace : space;
		case 'property':
			return propertySet(set);
	}
};

export const characterSet = (set: AST.CharacterSet, flags: Flags): string => {
	if (set.kind !== 'any') return `[${inClass(set)}]`;
	return flags.s ? `[${anything}]` : noLineEnd;
};

const classElement = (element: AST.CharacterClassElement, flags: Flags): string => {
	switch (element.type) {
		case 'Character':
			return character(element.value, element.raw, flags);
		case 'CharacterClassRange': {
			const { min, max, raw } = element;
			return `${character(min.value, raw, flags)}-${character(max.value, raw, flags)}`;
		}
		case 'CharacterSet':
			return inClass(element);
		default:
			throw new Untranslatable(`must do without the set in a set "${element.raw}"`);
	}
};

export const characterClass = ({ elements, negate }: AST.CharacterClass, flags: Flags): string => {
	if (elements.length === 0) return negate ? `[${anything}]` : `[^${anything}]`;
	return `[${negate ? '^' : ''}${elements.map((one) => classElement(one, flags)).join('')}]`;
};
