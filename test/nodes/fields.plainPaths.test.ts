import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import type { RawParameter } from '../../nodes/shared/fields/plainPaths';
import { createPlainReader } from '../../nodes/shared/fields/plainPaths';

/** Which parameters are read from the item itself, and which n8n is asked for each time. */

type Taken = RawParameter['taken'];

/** Reads a parameter twice. n8n returns `given` the first time, and `later` if asked again. */
const twice = (raw: unknown, json: unknown, given: unknown, taken?: Taken) => {
	const read = createPlainReader([{ json: json as never }]);
	const parameter = { path: 'field', raw, ...(taken && { taken }) };
	const first = read(parameter, 0, () => given);
	return { first, second: read(parameter, 0, () => 'later') };
};

/** The value that the reader finds without n8n, after n8n returned the same once. */
const own = (raw: unknown, json: unknown, given: unknown, taken?: Taken): unknown => {
	const { first, second } = twice(raw, json, given, taken);
	expect(first).toStrictEqual(given);
	return second;
};

/** Whether n8n is asked again, although it returned what a careless reader would have found. */
const isAsked = (raw: unknown, json: unknown, given: unknown): boolean => {
	const { first, second } = twice(raw, json, given);
	expect(first).toBe(given);
	return second === 'later';
};

describe('an expression is read from the item', () => {
	it.each([
		['a name', '={{ $json.a }}', { a: 'text' }],
		['a name without white space', '={{$json.a}}', { a: 'text' }],
		['a name between line ends', '={{\n\t$json.a\n}}', { a: 'text' }],
		['a name of several characters', '={{ $json.task_id2 }}', { task_id2: 'text' }],
		['a name with $', '={{ $json.$a$ }}', { $a$: 'text' }],
		['two names', '={{ $json.a.b }}', { a: { b: 'text' } }],
		['a name in double quotes', '={{ $json["a b"] }}', { 'a b': 'text' }],
		['a name in single quotes', "={{ $json['a b'] }}", { 'a b': 'text' }],
		['a quote in other quotes', `={{ $json["it's"]['"'] }}`, { "it's": { '"': 'text' } }],
		['an empty name', '={{ $json[""] }}', { '': 'text' }],
		['an empty name in single quotes', "={{ $json[''] }}", { '': 'text' }],
		['names of each kind', `={{ $json.a["b"]['c'].d }}`, { a: { b: { c: { d: 'text' } } } }],
	])('with %s', (_what, raw, json) => {
		expect(own(raw, json, 'text')).toBe('text');
	});
});

describe('n8n is asked each time for an expression', () => {
	it.each([
		['of the whole item', '={{ $json }}'],
		['with text before it', '=x{{ $json.a }}'],
		['with text after it', '={{ $json.a }}x'],
		['that calls something', '={{ $json.a() }}'],
		['that adds something', '={{ $json.a + 1 }}'],
		['with a place in a list', '={{ $json[0] }}'],
		['with a name that starts with a digit', '={{ $json.0a }}'],
		['with white space in the path', '={{ $json .a }}'],
		['with an escaped character', String.raw`={{ $json["a\n"] }}`],
		['with an escaped character in single quotes', String.raw`={{ $json['a\n'] }}`],
		['with a brace in a name', '={{ $json["a}"] }}'],
		['with a brace in a name in single quotes', "={{ $json['a}'] }}"],
		['before the path', '={{ 1 }}={{ $json.a }}'],
		['with two paths', '={{ $json.a }}{{ $json.a }}'],
		['of another object', '={{ $jsonl.a }}'],
		['of the node before', "={{ $('Node').item.json.a }}"],
	])('%s', (_what, raw) => {
		const json = { a: 'text', 'a\n': 'text', '\\n': 'text', 'a}': 'text', '0': 'text' };
		expect(isAsked(raw, json, 'text')).toBe(true);
		expect(isAsked(raw, json, json)).toBe(true);
	});
});

describe('a value is read from the item', () => {
	it.each([
		['null', null],
		['true', true],
		['false', false],
		['a number', 1.5],
		['0', 0],
		['an empty text', ''],
		['a text', 'text'],
		['an emoji', '😀'],
		['a text of 100,000 characters', 'x'.repeat(100_000)],
	])('if it is %s', (_what, value) => {
		expect(own('={{ $json.a }}', { a: value }, value)).toBe(value);
	});
});

describe('n8n is asked each time for a value', () => {
	it.each([
		['that is absent', undefined],
		['of more than 100,000 characters', 'x'.repeat(100_001)],
		['with half of a character', 'a\ud800'],
		['that is not a number', NaN],
		['that is infinite', Infinity],
		['that is a list', ['text']],
		['that is an empty list', []],
		['that is an object', { b: 1 }],
		['that is a date', new Date(0)],
	])('%s', (_what, value) => {
		expect(isAsked('={{ $json.a }}', { a: value }, value)).toBe(true);
	});
});

describe('a field of an object is read from it', () => {
	const otherRealm = runInContext('({ b: 1 })', createContext()) as object;

	it.each([
		['of JSON', { b: 1 }],
		['of another realm', otherRealm],
		['without a prototype', Object.assign(Object.create(null) as object, { b: 1 })],
		['with a field toJSON that is a text', { b: 1, toJSON: 'text' }],
	])('%s', (_what, a) => {
		expect(own('={{ $json.a.b }}', { a }, 1)).toBe(1);
	});
});

describe('n8n is asked each time for a field', () => {
	class Row {
		readonly b = 1;
	}
	const bare = Object.create(null) as object;

	it.each([
		['of nothing', undefined],
		['of null', null],
		['of a text', 'text'],
		['of a list', Object.assign([], { b: 1 })],
		['of an instance of a class', new Row()],
		['of an object that writes itself', { b: 1, toJSON: () => ({}) }],
		['that an object has not', {}],
		['that is not its own', Object.create(Object.assign(bare, { b: 1 }))],
	])('%s', (_what, a: unknown) => {
		expect(isAsked('={{ $json.a.b }}', { a }, 1)).toBe(true);
	});

	it('that is its length', () => {
		expect(isAsked('={{ $json.a.length }}', { a: [1, 2] }, 2)).toBe(true);
		expect(isAsked('={{ $json.a.length }}', { a: 'text' }, 4)).toBe(true);
	});
});

describe('a parameter is read from the workflow', () => {
	it.each([
		['a text', 'text'],
		['an empty text', ''],
		['a text that ends with =', 'a ='],
		['a path as fixed text', '{{ $json.a }}'],
		['a number', 5],
		['a boolean', false],
		['null', null],
		['an empty object', {}],
		['an empty list', []],
		['a list', ['a', 1, null]],
		['an object', { mode: 'id', value: { list: [1] } }],
	])('if it is %s', (_what, raw) => {
		expect(own(raw, { a: 1 }, raw)).toStrictEqual(raw);
	});

	it('without any item', () => {
		const read = createPlainReader([]);
		expect(read({ path: 'field', raw: 'text' }, 0, () => 'text')).toBe('text');
		expect(read({ path: 'field', raw: 'text' }, 0, () => 'later')).toBe('text');
		expect(read({ path: 'other', raw: '={{ $json.a }}' }, 0, () => 1)).toBe(1);
		expect(read({ path: 'other', raw: '={{ $json.a }}' }, 0, () => 2)).toBe(2);
	});
});

describe('each part of a parameter', () => {
	it('is read from the item', () => {
		const json = { a: 1, b: { c: 'text' } };
		expect(own({ a: '={{ $json.a }}', other: 'x' }, json, { a: 1, other: 'x' })).toStrictEqual({
			a: 1,
			other: 'x',
		});
		expect(own(['={{ $json.a }}', ['={{ $json.b.c }}']], json, [1, ['text']])).toStrictEqual([
			1,
			['text'],
		]);
	});

	it('is asked of n8n if one of them must be', () => {
		expect(isAsked({ a: '={{ $json.a }}', b: '={{ $json.b }}' }, { a: 1 }, { a: 1 })).toBe(true);
		expect(isAsked(['={{ $json.a }}', '={{ $json.b }}'], { a: 1 }, [1, null])).toBe(true);
		expect(isAsked({ a: undefined, b: 'text' }, {}, { b: 'text' })).toBe(true);
	});
});

describe('a part that is taken from the whole', () => {
	const valueIn = (whole: unknown) => (whole as { value: unknown }).value;
	const raw = { mode: 'id', value: '={{ $json.a }}' };

	it('is returned', () => {
		expect(own(raw, { a: 'text' }, 'text', valueIn)).toBe('text');
	});

	it('is asked of n8n each time if it is nothing', () => {
		const { first, second } = twice(raw, { a: 'text' }, 'text', () => undefined);
		expect([first, second]).toStrictEqual(['text', 'later']);
	});
});

describe('trust', () => {
	it('comes only after both results were equal', () => {
		const read = createPlainReader([{ json: { a: 1 } }]);
		const parameter = { path: 'field', raw: '={{ $json.a }}' };
		const results = ['1', 2, 1, 3, 4].map((given) => read(parameter, 0, () => given));
		expect(results).toStrictEqual(['1', 2, 1, 1, 1]);
	});

	it('never comes if both are nothing', () => {
		expect(isAsked('={{ $json.a }}', {}, undefined)).toBe(true);
	});

	it('is of one parameter, for all items', () => {
		const read = createPlainReader([{ json: { a: 1 } }, { json: { a: 2 } }]);
		const raw = '={{ $json.a }}';
		expect(read({ path: 'field', raw }, 0, () => 1)).toBe(1);
		expect(read({ path: 'field', raw }, 1, () => 'asked')).toBe(2);
		expect(read({ path: 'other', raw }, 1, () => 'asked')).toBe('asked');
	});

	it('does not hold for an item whose value n8n must be asked for', () => {
		const read = createPlainReader([{ json: { a: 1 } }, { json: { a: [1] } }, { json: { a: 3 } }]);
		const parameter = { path: 'field', raw: '={{ $json.a }}' };
		expect(read(parameter, 0, () => 1)).toBe(1);
		expect(read(parameter, 1, () => 'asked')).toBe('asked');
		expect(read(parameter, 2, () => 'asked')).toBe(3);
	});
});
