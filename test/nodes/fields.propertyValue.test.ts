import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { Property } from '../../nodes/shared/fields/property';
import {
	isBlank,
	isBlankText,
	isRecord,
	plainText,
	shown,
	valueOf,
} from '../../nodes/shared/fields/propertyValue';
import type { Explained } from '../../nodes/shared/words/explained';

/** What a field holds, in its type, or why it cannot be taken. */

const field = (type: Property['type'], more: Partial<Property> = {}): Property => ({
	displayName: 'Field',
	name: 'field',
	type,
	default: '',
	...more,
});

/** The value; or the message and its details. */
const read = (property: Property, value: unknown) => {
	try {
		return { value: valueOf(property, value) };
	} catch (error) {
		const { message, details } = error as Explained;
		return [message, ...details];
	}
};

const choices = (...values: readonly string[]): Property['options'] =>
	values.map((value) => ({ name: value.toUpperCase(), value }));

const now = new Date('2026-01-02T03:04:05.678Z');

describe('a value in words', () => {
	it.each([
		['a text', 'a', 'a'],
		['a number', 1.5, '1.5'],
		['no number', NaN, 'NaN'],
		['null', null, 'null'],
		['an object', { a: 1 }, '{"a":1}'],
		['nothing', undefined, 'nothing'],
		['60 characters', 'x'.repeat(60), 'x'.repeat(60)],
		['61 characters', `${'x'.repeat(60)}y`, `${'x'.repeat(60)}…`],
	])('is %s', (_what, value, expected) => {
		expect(shown(value)).toBe(expected);
	});
});

it('is a record if it is an object and no list', () => {
	expect([{}, { a: 1 }].every(isRecord)).toBe(true);
	expect([null, [], 'a', 1, undefined].some(isRecord)).toBe(false);
});

it('is empty without a value, and as a text also with spaces only', () => {
	expect([undefined, null, ''].every(isBlank)).toBe(true);
	expect([' ', 0, false, []].some(isBlank)).toBe(false);
	expect([undefined, null, '', ' \n', [], [' ', null]].every(isBlankText)).toBe(true);
	expect(['a', 0, false, ['', 'a'], {}].some(isBlankText)).toBe(false);
});

it.each([
	['a text', ' a ', ' a '],
	['a number', 0, '0'],
	['a boolean', false, 'false'],
	['a Date', now, '2026-01-02T03:04:05.678Z'],
	['a DateTime', DateTime.fromJSDate(now), '2026-01-02T03:04:05.678Z'],
	['no invalid Date', new Date('x'), undefined],
	['no invalid DateTime', DateTime.fromISO('x'), undefined],
	['no object', { toString: () => 'a' }, undefined],
	['no list', ['a'], undefined],
	['not null', null, undefined],
	['not what is missing', undefined, undefined],
])('%s has a plain text', (_what, value, expected) => {
	expect(plainText(value)).toBe(expected);
});

describe('a text', () => {
	it.each([
		['a text, with its spaces', ' a ', ' a '],
		['only spaces', ' ', ' '],
		['a number', 5, '5'],
		['several, as one', ['a', 1, true], 'a,1,true'],
		['nothing, of an empty text', '', undefined],
		['nothing, of a list of empty texts', ['', ' '], undefined],
	])('is read: %s', (_what, value, expected) => {
		expect(read(field('string'), value)).toStrictEqual({ value: expected });
	});

	it('is trimmed where the field is', () => {
		const trimmed = field('string', { trimmed: true });
		expect(read(trimmed, ' a ')).toStrictEqual({ value: 'a' });
		expect(read(trimmed, [' a '])).toStrictEqual({ value: 'a' });
		expect(read(trimmed, [' a', 1])).toStrictEqual({ value: 'a,1' });
	});

	it.each([
		['an object', { a: 1 }, ['"Field" must be text, not {"a":1}']],
		['a list with an object', ['a', {}], ['"Field" must be text, not ["a",{}]']],
	])('is not %s', (_what, value, expected) => {
		expect(read(field('string'), value)).toStrictEqual(expected);
	});

	it.each([[''], [' '], [undefined], [[]]])('that is required is not %j', (value) => {
		const required = field('string', { required: true });
		expect(read(required, value)).toStrictEqual(['"Field" is required']);
		expect(read(required, 'a')).toStrictEqual({ value: 'a' });
	});
});

describe('the name of a field in an error', () => {
	it.each([
		['Wait (Seconds)', 'Wait'],
		['Wait (Seconds) Long', 'Wait (Seconds) Long'],
		['Wait(Seconds)', 'Wait(Seconds)'],
		['Wait () (Seconds)', 'Wait ()'],
	])('of %s is %s', (displayName, expected) => {
		const named = field('string', { displayName, required: true });
		expect(read(named, '')).toStrictEqual([`"${expected}" is required`]);
	});
});

describe('a choice of a locator', () => {
	it('is a text, and not the value of a line with a remark', () => {
		expect(read(field('resourceLocator'), 'a')).toStrictEqual({ value: 'a' });
		for (const line of [true, false]) {
			expect(read(field('resourceLocator'), line)).toStrictEqual([
				'"Field" must be chosen from the list or entered',
			]);
		}
	});
});

describe('a number', () => {
	const bounded = (minValue?: number, maxValue?: number) =>
		field('number', { typeOptions: { minValue, maxValue } });

	it.each([
		['a number', 1.5, 1.5],
		['zero', 0, 0],
		['a text', ' 7 ', 7],
	])('is read from %s', (_what, value, expected) => {
		expect(read(field('number'), value)).toStrictEqual({ value: expected });
		expect(read(bounded(0, 10), value)).toStrictEqual({ value: expected });
	});

	it.each([[''], [undefined], [null]])('is required, and is not %j', (value) => {
		expect(read(field('number'), value)).toStrictEqual(['"Field" is required']);
	});

	it.each([
		['text', field('number'), 'x', 'must be a number, not x'],
		['spaces', field('number'), ' ', 'must be a number, not  '],
		['endless', field('number'), Infinity, 'must be a number, not Infinity'],
		['no number', field('number'), NaN, 'must be a number, not NaN'],
		['a list', field('number'), [1], 'must be a number, not [1]'],
		['a boolean', bounded(0), true, 'must be a number of 0 or more, not true'],
		['too small', bounded(1), 0, 'must be a number of 1 or more, not 0'],
		['below the range', bounded(1, 3), 0, 'must be a number between 1 and 3, not 0'],
		['above the range', bounded(1, 3), 4, 'must be a number between 1 and 3, not 4'],
		[
			'above the only bound',
			bounded(undefined, 3),
			4,
			/^"Field" must be a number between .* 3, not 4$/,
		],
	])('is not %s', (_what, property, value, words) => {
		const told = read(property, value);
		expect(told).toStrictEqual([
			typeof words === 'string' ? `"Field" ${words}` : expect.stringMatching(words),
		]);
	});

	it('may be at both ends of its range', () => {
		expect([1, 3].map((value) => read(bounded(1, 3), value))).toStrictEqual([
			{ value: 1 },
			{ value: 3 },
		]);
	});
});

it.each([
	[true, { value: true }],
	['true', { value: true }],
	[false, { value: false }],
	['false', { value: false }],
	['yes', ['"Field" must be true or false, not yes']],
	[1, ['"Field" must be true or false, not 1']],
	['', ['"Field" must be true or false, not ']],
])('a boolean, given as %j', (value, expected) => {
	expect(read(field('boolean'), value)).toStrictEqual(expected);
});

describe('an option', () => {
	const option = field('options', { options: choices('yes', 'no') });

	it('is one of those offered', () => {
		expect(read(option, 'no')).toStrictEqual({ value: 'no' });
		const refused = ['"Field" must be one of yes, no, not No'];
		expect(read(option, 'No')).toStrictEqual(refused);
		expect(read(field('options'), 'a')).toStrictEqual(['"Field" must be one of , not a']);
	});

	it('of a list that is loaded is any text', () => {
		const loaded = field('options', { typeOptions: { loadOptionsMethod: 'load' } });
		expect(read(loaded, 'a')).toStrictEqual({ value: 'a' });
		expect(read(loaded, 5)).toStrictEqual({ value: '5' });
	});
});

describe('several options', () => {
	const several = field('multiOptions', { options: choices('a', 'b', 'c') });

	it.each([
		['a list', ['a', 'c'], ['a', 'c']],
		['an empty list', [], []],
		['a text', ' a ,b,', ['a', 'b']],
		['an empty text', '', []],
		['spaces', ' ', []],
	])('are read from %s', (_what, value, expected) => {
		expect(read(several, value)).toStrictEqual({ value: expected });
	});

	it.each([
		['commas', ' , ', '"Field" needs at least one value'],
		['what is not offered', 'a,d', '"Field" must be one of a, b, c, not d'],
		['a number', 1, '"Field" must be one of a, b, c, not 1'],
	])('are not %s', (_what, value, expected) => {
		expect(read(several, value)).toStrictEqual([expected]);
	});
});

describe('JSON', () => {
	it.each([
		['an object in text', '{"a":[1]}', { a: [1] }],
		['an object', { a: 1 }, { a: 1 }],
		['null', 'null', null],
		['nothing, of spaces', ' ', undefined],
	])('is read: %s', (_what, value, expected) => {
		expect(read(field('json'), value)).toStrictEqual({ value: expected });
	});

	it('is refused where it is none', () => {
		expect(read(field('json'), '{a')).toStrictEqual([
			expect.stringMatching(/^"Field" must be valid JSON: .*JSON/),
		]);
	});
});

describe('a collection', () => {
	const text = field('string', { displayName: 'Text', name: 'text' });
	const limit = field('number', { displayName: 'Limit', name: 'limit' });
	const list = field('options', {
		displayName: 'List',
		name: 'list',
		typeOptions: { loadOptionsMethod: 'load' },
	});
	const task = field('resourceLocator', { displayName: 'Task', name: 'task' });
	const json = field('json', { displayName: 'JSON', name: 'json' });
	const collection = field('collection', { options: [text, limit, list, task, json] });

	it.each([
		['what was added', { text: 'a', limit: 5 }, { text: 'a', limit: 5 }],
		['the value of a locator', { task: { mode: 'id', value: '42' } }, { task: '42' }],
		['a locator as a text', { task: '42' }, { task: '42' }],
		['an object as it is', { json: { mode: 'x', value: 1 } }, { json: { mode: 'x', value: 1 } }],
		['no empty text', { text: '', list: '' }, {}],
		['no unknown field', { other: 'a' }, {}],
		['nothing, of nothing', undefined, {}],
	])('has %s', (_what, value, expected) => {
		expect(read(collection, value)).toStrictEqual({ value: expected });
	});

	it('of no fields has none', () => {
		expect(read(field('collection'), { text: 'a' })).toStrictEqual({ value: {} });
	});

	const empty = (name: string) => [
		`"${name}" was added, but is empty`,
		'Enter a value, or remove the field.',
	];

	it.each([
		['a number', collection, { limit: '' }, empty('Limit')],
		[
			'a field that is never empty',
			field('collection', { options: [{ ...text, neverBlank: true }] }),
			{ text: ' ' },
			empty('Text'),
		],
		[
			'a field of a collection without empty ones',
			field('collection', { options: [text], neverBlank: true }),
			{ text: '' },
			empty('Text'),
		],
		[
			'a choice of offered options',
			field('collection', { options: [{ ...list, typeOptions: {} }] }),
			{ list: '' },
			empty('List'),
		],
		['a locator without its value', collection, { task: { value: '42' } }, undefined],
		['no object', collection, 'a', ['"Field" must be an object, not a']],
		['a list', collection, ['a'], ['"Field" must be an object, not ["a"]']],
	])('is refused: %s', (_what, property, value, expected) => {
		expect(read(property, value)).toStrictEqual(
			expected ?? ['"Task" must be text, not {"value":"42"}'],
		);
	});
});

describe('groups of fields', () => {
	const values = [
		field('string', { name: 'name', displayName: 'Name' }),
		field('number', { name: 'count', displayName: 'Count', default: 3 }),
		field('resourceLocator', { name: 'task', displayName: 'Task' }),
	];
	const options = [{ name: 'entry', displayName: 'Entry', values }];
	const one = field('fixedCollection', { options });
	const many = field('fixedCollection', { options, typeOptions: { multipleValues: true } });
	const filled = { name: 'a', count: 3, task: '42' };
	const given = { name: 'a', task: { mode: 'id', value: '42' } };

	it('are read with the defaults of what is missing', () => {
		expect(read(one, { entry: given })).toStrictEqual({ value: { entry: filled } });
		expect(read(many, { entry: [given, { ...given, count: 5 }] })).toStrictEqual({
			value: { entry: [filled, { ...filled, count: 5 }] },
		});
		expect(read(many, { entry: given })).toStrictEqual({ value: { entry: [filled] } });
	});

	it.each([[{}], [undefined], [{ entry: null }], [{ entry: '' }]])(
		'may be missing: %j',
		(value) => {
			expect(read(one, value)).toStrictEqual({ value: { entry: undefined } });
			expect(read(many, value)).toStrictEqual({ value: { entry: [] } });
		},
	);

	it('of no fields are none', () => {
		expect(read(field('fixedCollection'), { entry: given })).toStrictEqual({ value: {} });
	});

	it('are refused where they are no objects, and where an added field is empty', () => {
		expect(read(one, 'a')).toStrictEqual(['"Field" must be an object, not a']);
		expect(read(many, { entry: ['a'] })).toStrictEqual(['"Field" must be an object, not a']);
		expect(read(one, { entry: { count: '' } })).toStrictEqual(['"Count" is required']);
	});
});

describe('a mapper', () => {
	const mapper = field('resourceMapper');
	const below = 'defineBelow';
	const manual = (values: object) => ({ value: { isAutomatic: false, values } });

	it.each([
		['its values', { mappingMode: below, value: { a: 1 } }, manual({ a: 1 })],
		['values without a mode', { value: { a: 1 }, schema: [] }, manual({ a: 1 })],
		['no values', { mappingMode: below, value: null }, manual({})],
		['no values and no mode', { value: null }, manual({})],
		['nothing', undefined, manual({})],
		['null', null, manual({})],
		['values by name', { a: 1, b: null }, manual({ a: 1, b: null })],
		['values by name in text', '{"a":1}', manual({ a: 1 })],
		['a text without a value', ' ', manual({})],
		['a value that is named so', { value: 'x' }, manual({ value: 'x' })],
		['such a value and others', { value: {}, a: 1 }, manual({ value: {}, a: 1 })],
		['a mode among others', { mappingMode: below, value: { a: 1 }, x: 1 }, manual({ a: 1 })],
		[
			'what comes in',
			{ mappingMode: 'autoMapInputData', value: { a: 1 }, x: 1 },
			{ value: { isAutomatic: true, values: {} } },
		],
	])('has %s', (_what, value, expected) => {
		expect(read(mapper, value)).toStrictEqual(expected);
	});

	it('has no value of a field that was removed', () => {
		const schema = [
			{ id: 'a', removed: true },
			{ id: 'b', removed: false },
			{ id: 'c' },
			null,
			'a',
		];
		const value = { a: 1, b: 2, c: 3 };
		expect(read(mapper, { mappingMode: below, value, schema })).toStrictEqual(
			manual({ b: 2, c: 3 }),
		);
		expect(read(mapper, { mappingMode: below, value, schema: 'a' })).toStrictEqual(manual(value));
		expect(read(mapper, { mappingMode: below, value })).toStrictEqual(manual(value));
	});

	it.each([
		['null in text', 'null', 'must be an object, not null'],
		['a list', '[1]', 'must be an object, not [1]'],
		['a number', 1, 'must be an object, not 1'],
		['a value that is no object', { mappingMode: below, value: 'x' }, 'must be an object, not x'],
		[
			'another mode',
			{ mappingMode: 'other', value: {} },
			'must have the mappingMode defineBelow or autoMapInputData, not other',
		],
	])('is not %s', (_what, value, words) => {
		expect(read(mapper, value)).toStrictEqual([`"Field" ${words}`]);
	});
});

it('a field that is taken as given is not read', () => {
	const given = { a: 1 };
	expect(valueOf(field('number', { asGiven: true }), given)).toBe(given);
});
