import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { patternOf } from '../../src/pattern';

const testOf = (text: string) => {
	const pattern = patternOf(text);
	if (typeof pattern === 'string') throw new Error(pattern);
	return pattern;
};

const texts = [
	'',
	'NDA due',
	'nda\r\nDue: 2025-06-02',
	'a\u2028b',
	'a\u00a0b\tc',
	'¿Cuándo? 何時ですか？ ÄÖß İı',
	'😀',
	'x😀y',
	'{a}{1,2}',
	'a/b\\c',
	'[x]^-]',
	'aaab\naaab',
	'\u0000\u0001\u000b\u001f',
	'foo_bar baz-42',
	'\ufeffstart',
];

describe('a pattern means what it means to JavaScript', () => {
	it.each([
		'',
		'^NDA',
		'due$',
		'/nda/i',
		'/^due:/im',
		'/b$/m',
		'/a$/m',
		'/^nda\r?$/im',
		'a.b',
		'/a.b/s',
		'\\s',
		'^\\S+$',
		'[\\s\\S]',
		'[^\\s]{9}',
		'[^\\S]',
		'\\d{4}-\\d\\d',
		'\\D',
		'\\bDue\\b',
		'\\Bue',
		'[?？؟]',
		'[^]',
		'[]',
		'a|b|',
		'(?:a|b)+?c',
		'(?<year>\\d+)-',
		'{a}',
		'a{,2}',
		'{',
		'}',
		']',
		'\\/',
		'/a/b/',
		'\\cK',
		'\\x41',
		'\\u0041',
		'\\u{2}',
		'/\\u{41}/u',
		'\\0',
		'\\-',
		'[\\b]',
		'[a-\\d]',
		'[\\]^-]',
		'\\Qa\\E',
		'\\A',
		'\\z',
		'[[:alpha:]]',
		'\\pL',
		'\\p{L}',
		'/^\\p{L}+$/u',
		'/\\p{Script=Han}/u',
		'/\\P{Lu}/u',
		'/[\\p{L}\\d]{4}/v',
		'😀',
		'x😀y',
		'/^😀$/u',
		'/[😀-😎]/u',
		'(a*)*b',
		'(|a)+$',
		'/^.{1,3}$/u',
		'/[^a-z]/i',
		'\\v\\x1f',
		'/x/g',
		'//',
	])('%j', (text) => {
		const [, source = text, flags = ''] = /^\/(.+)\/([dimsuv]*)$/s.exec(text) ?? [];
		const pattern = testOf(text);
		const expression = new RegExp(source, flags);
		for (const one of texts) {
			expect({ one, met: pattern.test(one) }).toEqual({ one, met: expression.test(one) });
		}
	});

	it('for any pattern of its parts, on any text', () => {
		const atom = fc.constantFrom(
			...['a', 'B', '.', '\\s', '\\S', '\\w', '\\W', '\\d', '\\b', '\\B', '^', '$', '[a-c]'],
			...['[^a]', '[\\s-]', '\\n', '\\r', '_', '(a|)', '(?:b.)', '\\x20', '\\.', '-', 'ß', '何'],
		);
		const part = fc
			.tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '*?'))
			.map(([one, count]) => (/^[\^$]|^\\[bB]$/.test(one) ? one : one + count));
		const source = fc.array(fc.array(part, { minLength: 1, maxLength: 5 }), {
			minLength: 1,
			maxLength: 2,
		});
		const flags = fc.constantFrom('', 'i', 's', 'u', 'isu');
		const text = fc
			.array(fc.constantFrom(...'aAbBc_- .\n\r\u2028\u00a0ß何1'), { maxLength: 12 })
			.map((letters) => letters.join(''));
		fc.assert(
			fc.property(
				source,
				flags,
				fc.array(text, { maxLength: 8 }),
				(alternatives, letters, ones) => {
					const written = alternatives.map((parts) => parts.join('')).join('|');
					const pattern = testOf(`/${written}/${letters}`);
					const expression = new RegExp(written, letters);
					for (const one of ones) expect(pattern.test(one)).toBe(expression.test(one));
				},
			),
			{ numRuns: 2_000 },
		);
	});

	it('but for line ends with m, which all count as one', () => {
		expect(testOf('/^b$/m').test('a\r\nb\u2028c')).toBe(true);
		expect(testOf('/a\\r\\nb/m').test('a\r\nb')).toBe(true);
	});
});

it.each([
	['(', /^is not a regular expression: .*Unterminated group/],
	['a**', /^is not a regular expression: .*Nothing to repeat/],
	['/\\-/u', /^is not a regular expression/],
	['/a/uv', /^is not a regular expression/],
	['a(?=b)', /^must do without the look-ahead "\(\?=b\)": it could take endless time/],
	['a(?!b)', /^must do without the look-ahead/],
	['(?<=a)b', /^must do without the look-behind/],
	['(a)\\1', /^must do without the back-reference "\\1"/],
	['(?<q>a)\\k<q>', /^must do without the back-reference/],
	['[😀]', /^must have the flag u/],
	['😀+', /^must have the flag u/],
	['/[a--b]/v', /^must do without the set in a set/],
	['/[a[b]]/v', /^must do without the set in a set/],
	['/\\p{Script_Extensions=Greek}/u', /^must do without "\\p\{Script_Extensions=Greek\}"/],
	['a{1001}', /^must repeat nothing more than 1000 times/],
	['(a{1000}){1000}', /^cannot be used here: .*repeat/],
	['((a{30}){30}){30}', /^(cannot be used here|is too large)/],
	['(a?){1000}|(b?){1000}|(c?){1000}', /^is too large/],
])('%j is refused with the reason', (text, fault) => {
	expect(patternOf(text)).toMatch(fault);
});

it('brackets in one another without end are refused', () => {
	const open = '('.repeat(20_000);
	expect(patternOf(open)).toMatch(/^is (too large|not) a/);
	expect(patternOf(open + ')'.repeat(20_000))).toMatch(/^is too large|^cannot be used/);
});

it.each([
	['^(\\w+\\s?)*$', 'a'],
	['(a|aa)+$', 'a'],
	['(.*,){11}P', '1,'],
	['(\\w+\\s?)*!', 'word '],
	['^(a?){50}a{50}$', 'a'],
	['\\s+$', ' '],
])('the time of %s grows with the text, and no faster', (text, piece) => {
	const pattern = testOf(text);
	const timeOf = (length: number): number => {
		const long = `${piece.repeat(length / piece.length)}!`;
		const begun = performance.now();
		pattern.test(long);
		return performance.now() - begun;
	};
	timeOf(10_000);
	expect(timeOf(1_000_000)).toBeLessThan(2_000);
});
