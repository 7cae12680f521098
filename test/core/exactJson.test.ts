import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inexactNumbers, parseExactly } from '../../src';

const held = [
	'0',
	'-0',
	'1.10',
	'1e23',
	'1E+2',
	'1e-7',
	'1e0000',
	'0e999',
	'1e308',
	'5e-324',
	'100.00000000000000000000',
	'0.30000000000000004',
	'9007199254740991',
	'9007199254740992',
	'100000000000000000000',
];
const notHeld = [
	'9007199254740993',
	'-9007199254740993',
	'12345678901234567890',
	'9007199254740993e0',
	'90071992547409.93e2',
	'0.12345678901234567890',
	'0.10000000000000000001',
	'1e400',
	'-1E+400',
	'1e0400',
	'1.5e309',
	'1e-400',
	'1.2345e-320',
	`${'9'.repeat(400)}.5`,
];
/** Apart, because one number that is found is enough for the whole text to be looked through. */
const around = (token: string) => [
	token,
	` ${token}\n`,
	`[${token}]`,
	`[ ${token} , ${token}]`,
	`{"a":${token}}`,
	`{"a" :${token}}`,
	`{"a":\r\n${token}}`,
	`[1,${token}]`,
	`{"${token}":${token},"b":[1,${token}\t]}`,
	`{"a\\"b\\\\":"x","c":${token}}`,
];

describe('JSON that is read exactly', () => {
	it.each(held)('has %s as a number', (token) => {
		for (const json of around(token)) {
			expect(parseExactly(json)).toStrictEqual(JSON.parse(json));
			expect(inexactNumbers(json)).toEqual([]);
		}
	});

	it.each(notHeld)('has %s as a text of the same digits', (token) => {
		for (const json of around(token)) {
			const quoted = json.replaceAll(`"${token}"`, token).replaceAll(token, `"${token}"`);
			expect(parseExactly(json)).toStrictEqual(JSON.parse(quoted));
			const numbers = json.replaceAll(`"${token}"`, '').split(token).length - 1;
			expect(inexactNumbers(json)).toEqual(Array.from({ length: numbers }, () => token));
		}
	});

	it('has strings unchanged, whatever they contain', () => {
		const texts = [
			'9007199254740993',
			',9007199254740993,',
			'": 9007199254740993 ,"',
			'\\',
			'1e400, ',
		];
		const value = { texts, '[1e400 ]': [...texts, '\\"', '.'.repeat(40)] };
		const json = JSON.stringify(value).replace('"texts":', '"n":1e400,"texts":');
		expect(parseExactly(json)).toStrictEqual({ n: '1e400', ...value });
	});

	it('is what JavaScript reads where that is exact', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, indent) => {
				const json = JSON.stringify(value, null, indent);
				expect(parseExactly(json)).toStrictEqual(JSON.parse(json));
			}),
		);
	});

	it('keeps the digits of any number beside any value', () => {
		const digits = fc.stringMatching(/^-?[1-9]\d{17,40}[1-9](?:\.\d+)?(?:e-?\d{1,4})?$/);
		fc.assert(
			fc.property(fc.jsonValue(), digits, fc.string(), (value, number, name) => {
				const json = `{${JSON.stringify(`x${name}`)}:[${number},${JSON.stringify(value)}],"y":${number}}`;
				const read: unknown = JSON.parse(JSON.stringify(value));
				expect(parseExactly(json)).toStrictEqual({ [`x${name}`]: [number, read], y: number });
			}),
		);
	});

	it('may begin with a byte order mark', () => {
		expect(parseExactly('\uFEFF[1e400]')).toEqual(['1e400']);
	});

	it.each([
		'9007199254740993,',
		'{9007199254740993:1}',
		'{9007199254740993 :1}',
		'[01e400]',
		'[+9007199254740993]',
		'"9007199254740993',
		'[9007199254740993, "x]',
		'[1e400}',
		'',
	])('is not made of %s', (text) => {
		expect(() => parseExactly(text)).toThrow(SyntaxError);
	});

	// A regular expression overflows the stack, and a walk that begins anew takes minutes.
	it('may have long strings and many numbers', () => {
		const long = ['\\'.repeat(1e7), '.'.repeat(1e6), '1.'.repeat(1e6)];
		const numbers = Array.from({ length: 20_000 }, () => '1e400');
		const json = `[${JSON.stringify(long)},${numbers.join(',')}]`;
		const read = parseExactly(json) as unknown[];
		expect(read.slice(1)).toEqual(numbers);
		expect(JSON.stringify(read[0]) === JSON.stringify(long)).toBe(true);
	});
});
