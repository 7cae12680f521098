import { expect, it } from '@jest/globals';
import type { Property } from '../../../nodes/shared/fields/property';
import { isBlank, shown, trimmed, withOffset } from '../../../nodes/shared/fields/propertyValue';
import { valueOf } from '../../../nodes/shared/fields/typedValue';
import type { Explained } from '../../../nodes/shared/words/explained';

/** What a field holds, in its type, or why it cannot be taken. */

const field = (type: Property['type'], more: Partial<Property> = {}): Property => ({
	displayName: 'Field (MB)',
	name: 'field',
	type,
	default: '',
	...more,
});

const item = { '\ufefftask_id': '1', a: 1 };

/** The value; or the message and its details. */
const read = (property: Property, value: unknown, raw = value) => {
	try {
		return { value: valueOf(property, value, { raw, zone: 'Asia/Kathmandu', item }) };
	} catch (error) {
		const { message, details } = error as Explained;
		return [message, ...details];
	}
};

const options = ['approve', 'reject'].map((value) => ({ name: value.toUpperCase(), value }));
const loaded = { typeOptions: { loadOptionsMethod: 'load' } };
const text = field('string');
const required = field('string', { required: true });
const lines = field('string', { typeOptions: { rows: 4 } });
const time = field('dateTime');
const number = field('number');
const entire = field('number', { typeOptions: { numberPrecision: 0 } });
const bounded = field('number', { typeOptions: { minValue: 1, maxValue: 3 } });
const box = field('boolean');
const choice = field('options', { options });
const listed = field('options', loaded);
const several = field('multiOptions', { options });
const json = field('json');
const locator = field('resourceLocator');
const mapper = field('resourceMapper', { neverBlank: true, asGiven: true });
const words = field('string', { reads: 'texts' });
const wholes = field('string', { reads: 'integers' });
const whole = field('string', { reads: 'integer' });

const now = new Date('2026-01-02T03:04:05.678Z');
const noChoice = 'must be one of approve, reject, not';
const noBox = 'must be true or false, not';

const taken: ReadonlyArray<readonly [Property, given: unknown, value: unknown]> = [
	[text, '\u00a0 Deal 7\u200b', 'Deal 7'],
	[text, 'a\u200b b', 'a\u200b b'],
	[text, '{a}', '{a}'],
	[text, '', undefined],
	[text, ' \u2060\ufeff', undefined],
	[text, null, undefined],
	[text, [], undefined],
	[text, ['', null], undefined],
	[text, 0, '0'],
	[text, false, 'false'],
	[text, ['a', 1], 'a,1'],
	[text, now, '2026-01-02T03:04:05.678Z'],
	[lines, ' Dear all,\n', ' Dear all,\n'],
	[required, 'a', 'a'],
	[time, '2026-01-31T09:00:00', '2026-01-31T09:00:00+05:45'],
	[time, '2026-01-31T09:00:00Z ', '2026-01-31T09:00:00Z'],
	[time, ' 2026-11-29', '2026-11-29T00:00+05:45'],
	[time, '', undefined],
	[number, 0, 0],
	[number, ' 1.5 ', 1.5],
	[bounded, 1, 1],
	[bounded, '3', 3],
	...[true, 'true', 'Yes', 1, ['yes\u200b']].map((given) => [box, given, true] as const),
	...[false, ' FALSE', 'no', '0'].map((given) => [box, given, false] as const),
	[words, '', undefined],
	[words, 'a, b, 7', ['a', 'b', '7']],
	[words, ' []', undefined],
	[wholes, '[3, "4", 1.5]', [3, 4, '1.5']],
	[whole, ' 42', 42],
	[whole, 'x', 'x'],
	[choice, 'reject', 'reject'],
	[listed, ' a ', 'a'],
	[listed, 5, '5'],
	[several, ['approve'], ['approve']],
	[several, ' reject ,approve,', ['reject', 'approve']],
	[several, ' ', []],
	[json, '{"a":[1]}', { a: [1] }],
	[json, 'null', null],
	[json, ' ', undefined],
	[locator, '\u200e42\u00ad', '42'],
	[field('number', { asGiven: true }), [], []],
];

it.each(taken)('%j takes %j', (property, given, value) => {
	expect(read(property, given)).toStrictEqual({ value });
});

const refused: ReadonlyArray<readonly [Property, given: unknown, fault: string]> = [
	[text, { a: 1 }, 'must be text, not {"a":1}'],
	[text, new Date(NaN), 'must be text, not null'],
	[number, 'x', 'must be a number of 0 or more, not x'],
	[number, '1e999', 'must be a number of 0 or more, not 1e999'],
	[number, true, 'must be a number of 0 or more, not true'],
	[bounded, 0, 'must be a number between 1 and 3, not 0'],
	[bounded, 4, 'must be a number between 1 and 3, not 4'],
	[box, ['yes', 'no'], `${noBox} ["yes","no"]`],
	[entire, 1.5, 'must be a whole number of 0 or more, not 1.5'],
	[choice, 'Approve', `${noChoice} Approve`],
	[several, ['approve', 'x'], `${noChoice} x`],
	[several, ' , ', 'needs at least one value'],
];

it.each(refused)('%j refuses %j', (property, given, fault) => {
	const name = property === several && fault.startsWith('needs') ? 'Field (MB)' : 'Field';
	expect(read(property, given)).toStrictEqual([`"${name}" ${fault}`]);
});

it('JSON that is none is refused with what the parser says', () => {
	expect(read(json, '{a')[0 as never]).toMatch(/^"Field \(MB\)" must be valid JSON: .*JSON/);
});

const name = field('string', { displayName: 'Name', name: 'name' });
const task = field('resourceLocator', { displayName: 'Task', name: 'task' });
const count = field('number', { displayName: 'Count', name: 'count', default: 3 });
const collection = field('collection', { options: [name, task, count] });
const kept = field('collection', { options: [name], neverBlank: true });
const user = field('collection', { options: [{ ...name, neverBlank: true }] });
const rows = field('fixedCollection', {
	options: [{ name: 'entry', displayName: 'Entry', values: [name, count, task] }],
});
const added = (label: string) => [
	`"${label}" is empty`,
	'Enter a value. If you need none, remove or clear the field.',
];
const row = { name: 'a', count: 3, task: '42' };

it.each<readonly [Property, unknown, unknown]>([
	[collection, { name: ' a ', count: '5' }, { value: { name: 'a', count: 5 } }],
	[collection, { task: { mode: 'id', value: ' 42' } }, { value: { task: '42' } }],
	[collection, undefined, { value: {} }],
	[collection, { count: '' }, added('Count')],
	[collection, 'a', ['"Field" must be an object, not a']],
	[collection, { task: { value: '42' } }, ['"Task" must be text, not {"value":"42"}']],
	[kept, { name: '\u200b' }, added('Name')],
	[user, { name: [] }, added('Name')],
	[
		rows,
		{ entry: [{ name: 'a', task: { mode: 'id', value: '42' } }] },
		{ value: { entry: [row] } },
	],
	[rows, { entry: { name: 'a', task: '42' } }, { value: { entry: [row] } }],
	[rows, {}, { value: { entry: [] } }],
	[rows, { entry: ['a'] }, ['"Field" must be an object, not a']],
	[rows, { entry: [{}, { count: '' }] }, added('Field (MB)" 2 "Count')],
	[choice, undefined, added('Field')],
	[required, ' \u200b', added('Field')],
	[
		locator,
		'{"value":"42"}',
		['"Field" must be an object or a value, not the text {"value":"42"}'],
	],
	...[number, box].map((one) => [one, '', added('Field')] as const),
	[box, [], added('Field')],
	[
		collection,
		{ Name: 'a' },
		[
			'"Field" has no "Name"',
			expect.stringMatching(/^Allowed names: name, task, count\. The panel/),
		],
	],
	[rows, { rows: [] }, ['"Field" has no "rows"', expect.anything()]],
	[rows, { entry: [{ Name: 'a' }] }, ['"Field" has no "Name"', expect.anything()]],
])('a collection %j of %j', (property, given, expected) => {
	expect(read(property, given)).toStrictEqual(expected);
});

it.each([
	[{ a: null }, { a: null }],
	[{ a: '=' }, { a: [] }],
	[
		{ a: '=', b: 'B' },
		{ a: '', b: 'B' },
	],
	['=', undefined],
])('a form of n8n with %j, evaluated as %j, maps something or nothing on purpose', (raw, value) => {
	expect(read(mapper, { value }, { value: raw })).toStrictEqual({ value: { value } });
});

it('an empty input item is named as such', () => {
	expect(() => valueOf(required, '', { raw: '=', zone: 'UTC', item: {} })).toThrow(
		expect.objectContaining({ details: ['The input item is empty.'] }),
	);
});

/** Of an expression that returned nothing, each place that has one. */
it.each<readonly [Property, raw: unknown, value: unknown, label: string]>([
	[required, '={{ $json.a }}', undefined, 'Field'],
	[field('string', { neverBlank: true, asGiven: true }), '={{ $json.a }}', [], 'Field'],
	[box, '={{ $json.a }}', '', 'Field'],
	[required, { mode: 'id', value: '={{ $json.a }}' }, '\u200b', 'Field'],
	[collection, { count: '={{ $json.a }}' }, { count: null }, 'Count'],
	[kept, { name: '={{ $json.a }}' }, { name: '' }, 'Name'],
	[rows, { entry: [{}, { count: '=' }] }, { entry: [{}, { count: '' }] }, 'Field (MB)" 2 "Count'],
	[rows, { entry: { count: '=' } }, { entry: { count: '' } }, 'Field (MB)" 1 "Count'],
	[mapper, { value: { a: '={{ $json.a }}' } }, { value: { a: ' ', b: null } }, 'Field'],
])('%j, in the workflow %j, from n8n %j', (property, raw, value, label) => {
	expect(read(property, value, raw)).toStrictEqual([
		`"${label}" is empty: its expression returned nothing`,
		'The input item has the fields <U+FEFF>task_id, a.',
	]);
});

/** A code point as a text that can be read in the name of a test. */
const unseen = ['20', '9', 'a', 'a0', 'ad', '200b', '200c', '200d', '200e', '200f', '202f', '2060']
	.concat(['feff', '3000', '180e', '2028', '2800', '3164'])
	.map((code) => [code, String.fromCodePoint(parseInt(code, 16))] as const);

it.each(unseen)('U+%s is cut at both ends, and kept within', (_code, sign) => {
	expect(trimmed(`${sign}${sign}a${sign}b${sign}`)).toBe(`a${sign}b`);
	expect(trimmed(sign)).toBe('');
	expect(isBlank([sign])).toBe(true);
});

it('a long text is cut in linear time', () => {
	const long = `${' '.repeat(1e6)}a${' '.repeat(1e6)}b${' '.repeat(1e6)}`;
	const begun = Date.now();
	expect(trimmed(long)).toHaveLength(1e6 + 2);
	expect(Date.now() - begun).toBeLessThan(1_000);
});

it.each([
	['2026-01-31T09:00', 'America/New_York', '2026-01-31T09:00-05:00'],
	['2026-03-08 03:30:00', 'America/New_York', '2026-03-08T03:30:00-04:00'],
	// An hour that does not come is taken as the one after it.
	['2026-03-08 02:30', 'America/New_York', '2026-03-08T02:30-05:00'],
	['2026-03-08T00:00', 'America/Havana', '2026-03-08T00:00-05:00'],
	['2026-04-24T00:00', 'Africa/Cairo', '2026-04-24T00:00+02:00'],
	// Of an hour that comes twice, the earlier one is meant.
	['2026-11-01T01:30', 'America/New_York', '2026-11-01T01:30-04:00'],
	['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T02:30+02:00'],
	['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T03:00+01:00'],
	['2026-04-05T02:30', 'Australia/Lord_Howe', '2026-04-05T02:30+10:30'],
	['2026-11-01T00:30', 'America/New_York', '2026-11-01T00:30-04:00'],
	['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T01:30+01:00'],
	['2026-01-31T09:00:00.5', 'Asia/Tokyo', '2026-01-31T09:00:00.5+09:00'],
	['2026-01-31 09:00', 'Asia/Kathmandu', '2026-01-31T09:00+05:45'],
	['2026-01-31 09:00', 'UTC', '2026-01-31T09:00+00:00'],
	['2026-01-31T09:00+02:00', 'Asia/Tokyo', '2026-01-31T09:00+02:00'],
	['2026-02-30T09:00', 'UTC', '2026-02-30T09:00+00:00'],
	['2026-01-31T25:00', 'UTC', '2026-01-31T25:00'],
	['2026-01-31', 'Asia/Tokyo', '2026-01-31'],
	['soon', 'UTC', 'soon'],
])('%s in %s is %s', (given, zone, expected) => {
	expect(withOffset(given, zone)).toBe(expected);
});

it.each([
	['a', 'a'],
	[NaN, 'NaN'],
	[null, 'null'],
	[{ a: 1 }, '{"a":1}'],
	[undefined, 'nothing'],
	['10\u00ad48\u00a02 \n\u{e0001}', '10<U+00AD>48<U+00A0>2 \n<U+E0001>'],
	['x'.repeat(80), 'x'.repeat(80)],
	[`${'x'.repeat(80)}y`, `${'x'.repeat(80)}…`],
])('%j is shown in an error as %s', (value, expected) => {
	expect(shown(value)).toBe(expected);
});
