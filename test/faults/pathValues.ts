import fc from 'fast-check';

/** Values that climb, end or split a path, or that only look like a number. */
export const hostile = [
	'..',
	'.',
	'',
	'%2e%2e',
	'%2E%2E%2F',
	'a/b',
	'../x',
	'..\\x',
	'a?b=c',
	'a#b',
	'a\\b',
	'a\u0000b',
	'a\r\nX-Injected: 1',
	'\ud800',
	'a\udc00',
	' ',
	'　',
	'．．',
	'12',
	'latest',
	'1e3',
	'-1',
	'+1',
	'0x10',
	'1 ',
	'{{ $json }}',
	'={{ 1 }}',
	'__proto__',
	'%',
	'%zz',
	'a;b',
	'😀',
	'a'.repeat(3_000),
];

const part = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 6 }),
	fc.string({ maxLength: 8 }),
	fc.constantFrom('/', '..', '.', '?', '#', '%2f', '%00', '\\', '\r\n', '@', ':', '//', '٣', '12'),
);
/** A thousand more, the same each time. */
export const randomValues = fc.sample(
	fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
	{ numRuns: 1_000, seed: 20_260_105 },
);
