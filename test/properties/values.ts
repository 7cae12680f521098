import fc from 'fast-check';

/** Values that came in the way of something before, or that only look like what they are not. */
const known: readonly unknown[] = [
	...[null, '', ' ', '\n', [], {}, [''], [null], [[]], [{}], { a: null }, '[]', '{}', 'null'],
	...[true, false, 'true', 'false', 'TRUE', 'yes', 0, 1, -1, -0, 0.5, 1e21, 2 ** 53, -(2 ** 53)],
	...['0', '7', '007', ' 7 ', '7.0', '1e3', '0x10', '٣', '9007199254740993', '12, 34', '1,,2'],
	...['.', '..', 'a/b', '../x', '%2e', '%2F', 'a?b=c', 'a#b', 'a;b', 'a\\b', 'a b'],
	'//evil.example',
	...['\u0000', '\u007f', '\ud800', 'a\udc00', '😀', '\u3000', '\ufeff', 'e\u0301', 'a\r\nX: 1'],
	...['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
	...['{{ $json.x }}', '{{ 1 }}', '$json.x', '<file>', '"', "'", '<b>', '%s', 'undefined', 'NaN'],
	...['2026-01-31', '2026-02-30', '2026-13-01', '2026-01-31T09:00:00+02:00', '31.01.2026'],
	...['a@b.example', ' a@b.example ', 'a@', 'Finance approval', 'run_1', 'latest', 'data', 'new'],
	...[['a'], ['a', 'b'], [1, 2], ['7', 8], { value: 'a' }, { mode: 'id', value: '7' }],
	JSON.parse('{"__proto__":{"a":1}}'),
	JSON.parse('{"constructor":{"prototype":{"a":1}}}'),
];

/** Any JSON, and a little more often what is likely to be taken for something else. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 5, arbitrary: fc.constantFrom(...known) },
	{ weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
	{ weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
	{ weight: 1, arbitrary: fc.maxSafeInteger() },
	{ weight: 1, arbitrary: fc.maxSafeInteger().map(String) },
	{ weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
	{ weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** A text without spaces and invisible signs at its ends. */
export const cut = (text: string): string =>
	text.replace(
		/^[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]+|[\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]+$/gu,
		'',
	);

/** Whether a value is one that an expression gives which finds nothing. */
export const isNothing = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	(typeof value === 'string' && cut(value) === '') ||
	(Array.isArray(value) && value.every(isNothing));
