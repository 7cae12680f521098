import { describe, expect, it } from '@jest/globals';
import type {
	IExecuteFunctions,
	ILoadOptionsFunctions,
	INode,
	INodeParameters,
	IPollFunctions,
} from 'n8n-workflow';
import {
	hasExpression,
	holdsExpression,
	itemReader,
	panelValue,
	parameterReader,
} from '../../nodes/shared/fields/parameters';
import type { Property } from '../../nodes/shared/fields/property';
import type { Explained } from '../../nodes/shared/words/explained';

/** How parameters are read from n8n, one step after the other. */

const text: Property = { displayName: 'Text', name: 'text', type: 'string', default: '' };
const limit: Property = { displayName: 'Limit', name: 'limit', type: 'number', default: 50 };
const notice: Property = { displayName: 'Note', name: 'note', type: 'notice', default: '' };

const faultOf = (read: () => unknown) => {
	try {
		return { value: read() };
	} catch (error) {
		const { name, message, advice, details } = error as Explained;
		return { name, message, advice, details };
	}
};

const isEmpty = (label: string, without: string) => ({
	name: 'WrongField',
	message: `"${label}" is empty`,
	advice: 'Nothing was sent. Correct the field and run again.',
	details: [`Enter a value. If you need none, ${without}.`],
});

interface Setting {
	readonly parameters: object;
	/** What n8n returns for a parameter, by its path. Without it, n8n returns the fallback. */
	readonly given?: Readonly<Record<string, unknown>>;
	readonly all?: readonly Property[];
}

/** A reader, and what it asked n8n for. */
const readerIn = ({ parameters, given = {}, all = [] }: Setting) => {
	const asked: unknown[][] = [];
	const context = {
		getNode: () => ({ parameters }),
		getNodeParameter: (path: string, index: number, fallback: unknown, options: unknown) => {
			asked.push([path, index, fallback, options]);
			return Object.hasOwn(given, path) ? given[path] : fallback;
		},
	} as unknown as IExecuteFunctions;
	const reader = itemReader(context, all);
	const read = (...of: Parameters<typeof reader.read>) => reader.read(...of);
	return {
		asked,
		constants: reader.constants,
		read,
		readOne: (property: Property, index = 0) => read([property], index)[property.name],
		readOption: (...of: Parameters<typeof reader.readOption>) => reader.readOption(...of),
	};
};

const asGiven = { extractValue: false };
const extracted = { extractValue: true };

describe('an expression', () => {
	it.each([
		['in a text', '={{ $json.a }}', true],
		['that is only the sign', '=', true],
		['in a list', ['a', '=b'], true],
		['in an object', { a: 'a', b: '=b' }, true],
		['deep within', { a: [{ b: { c: '=c' } }], d: 1 }, true],
		['not in a text', 'a', false],
		['not in an empty text', '', false],
		['not after the start', 'a=', false],
		['not in a name', { '=a': 'a' }, false],
		['not in a list', ['a', 1, null], false],
		['not in an empty list', [], false],
		['not in an empty object', {}, false],
		['not in a number', 1, false],
		['not in a boolean', true, false],
		['not in null', null, false],
		['not in nothing', undefined, false],
	])('is found: %s', (_what, raw, expected) => {
		expect(hasExpression(raw)).toBe(expected);
	});

	it('is found in the value of a property', () => {
		const node = { parameters: { text: ['=a'], limit: 5 } } as unknown as INode;
		expect(holdsExpression(node, text)).toBe(true);
		expect(holdsExpression(node, limit)).toBe(false);
		expect(holdsExpression(node, notice)).toBe(false);
	});
});

describe('a parameter of an item', () => {
	it('is asked of n8n, with its default', () => {
		const { read, asked } = readerIn({ parameters: { text: '={{ 1 }}' }, given: { text: 'x' } });
		expect(read([text, limit, notice], 3)).toStrictEqual({ text: 'x', limit: 50 });
		expect(asked).toStrictEqual([
			['text', 3, '', asGiven],
			['limit', 3, 50, asGiven],
		]);
	});

	it('has its type', () => {
		const { readOne } = readerIn({ parameters: { limit: '={{ 1 }}' }, given: { limit: '7' } });
		expect(readOne(limit)).toBe(7);
		const { readOne: readWrong } = readerIn({ parameters: {}, given: { limit: 'x' } });
		expect(faultOf(() => readWrong(limit))).toStrictEqual({
			name: 'WrongField',
			message: '"Limit" must be a number, not x',
			advice: 'Nothing was sent. Correct the field and run again.',
			details: [],
		});
	});

	it('without an expression is read once', () => {
		const { readOne, constants, asked } = readerIn({
			parameters: { limit: '5', text: '={{ 1 }}' },
			given: { limit: 5, text: 'x' },
		});
		expect([readOne(limit, 0), readOne(limit, 1), readOne(text, 0)]).toStrictEqual([5, 5, 'x']);
		expect(constants).toStrictEqual(new Map([['limit', 5]]));
		expect(asked.map(([path, index]) => [path, index])).toStrictEqual([
			['limit', 0],
			['text', 0],
		]);
	});

	it('with an expression is read for each item', () => {
		const { readOne, constants, asked } = readerIn({
			parameters: { text: '={{ $json.a + 1 }}' },
			given: { text: 'x' },
		});
		expect([readOne(text, 0), readOne(text, 1)]).toStrictEqual(['x', 'x']);
		expect(constants).toStrictEqual(new Map());
		expect(asked).toHaveLength(2);
	});
});

it('n8n extracts the value of a locator', () => {
	const { readOne, asked } = readerIn({
		parameters: { task: { mode: 'url', value: '={{ $json.a }}' } },
		given: { task: 'x' },
	});
	const task: Property = { ...text, displayName: 'Task', name: 'task', type: 'resourceLocator' };
	expect([readOne(task, 0), readOne(task, 1)]).toStrictEqual(['x', 'x']);
	expect(asked).toStrictEqual([0, 1].map((index) => ['task', index, '', extracted]));
});

describe('a field that must have a value', () => {
	const key: Property = { ...text, displayName: 'Key', name: 'key', neverBlank: true };
	const withoutModes: Property = {
		...key,
		displayName: 'Step',
		name: 'step',
		type: 'resourceLocator',
	};
	const step: Property = {
		...withoutModes,
		modes: [
			{ displayName: 'From List', name: 'list', type: 'list' },
			{ displayName: 'ID', name: 'id', type: 'string' },
		],
	};
	const readOf = (property: Property, raw: unknown, given: unknown) => {
		const { readOne } = readerIn({
			parameters: { [property.name]: raw },
			given: { [property.name]: given },
		});
		return faultOf(() => readOne(property));
	};
	const untouched = { value: undefined };

	it.each<[what: string, property: Property, raw: unknown, given: unknown]>([
		['without a value', key, undefined, ''],
		['with an empty text', key, '', ''],
		['with null', key, null, null],
		['with a list and nothing chosen', step, { mode: 'list', value: '' }, ''],
		['with a list and no value', step, { mode: 'list' }, undefined],
		['with no locator', step, undefined, ''],
	])('may be as the panel offered it: %s', (_what, property, raw, given) => {
		expect(readOf(property, raw, given)).toStrictEqual(untouched);
	});

	it.each([
		['an expression that returns nothing', '={{ $json.a }}', undefined],
		['an expression that returns white space', '={{ $json.a }}', ' '],
		['white space', ' ', ' '],
	])('is refused with %s', (_what, raw, given) => {
		expect(readOf(key, raw, given)).toStrictEqual(isEmpty('Key', 'clear the field'));
	});

	it.each([
		['an empty value in another mode', { mode: 'id', value: '' }],
		['no value in another mode', { mode: 'id' }],
		['an expression in its first mode', { mode: 'list', value: '={{ $json.a }}' }],
		['an expression as a whole', '={{ $json.a }}'],
		['no mode', { value: '' }],
	])('is refused, as a locator with %s', (_what, raw) => {
		expect(readOf(step, raw, '')).toStrictEqual(
			isEmpty('Step', 'set the field to "From List" and choose nothing'),
		);
	});

	it('is refused, as a locator without modes', () => {
		expect(readOf(withoutModes, { mode: 'id', value: '' }, '')).toStrictEqual(
			isEmpty('Step', 'clear the field'),
		);
	});

	it('is read if it has one', () => {
		expect(readOf(key, '={{ $json.a }}', 'x')).toStrictEqual({ value: 'x' });
		expect(readOf(step, { mode: 'id', value: 'x' }, 'x')).toStrictEqual({ value: 'x' });
	});

	it('is unlike others', () => {
		expect(readOf(text, '={{ $json.a }}', '')).toStrictEqual({ value: undefined });
	});
});

describe('a collection', () => {
	const kind: Property = { ...text, displayName: 'Type', name: 'kind', default: 'text' };
	const value: Property = { ...text, displayName: 'Value', name: 'value' };
	const file: Property = {
		...text,
		displayName: 'File',
		name: 'file',
		displayOptions: { show: { kind: ['file'] } },
	};
	const additional: Property = {
		displayName: 'Additional Fields',
		name: 'additional',
		type: 'collection',
		default: {},
		options: [kind, value, file],
	};
	const owner: Property = { ...text, displayName: 'Owner', name: 'owner' };

	it('is asked of n8n as a whole', () => {
		const raw = { kind: 'text', value: '={{ 1 }}' };
		const { readOne, asked } = readerIn({
			parameters: { additional: raw },
			given: { additional: { kind: 'text', value: 'x' } },
		});
		expect(readOne(additional)).toStrictEqual({ kind: 'text', value: 'x' });
		expect(asked).toStrictEqual([['additional', 0, {}, asGiven]]);
	});

	it('is refused with a name that no operation has', () => {
		const { readOne, asked } = readerIn({
			parameters: { additional: { owner: 'x' } },
			all: [additional, { ...additional, name: 'filters', options: [owner] }],
		});
		expect(faultOf(() => readOne(additional))).toMatchObject({
			name: 'WouldBeDropped',
			message: '"Additional Fields" has no "owner"',
		});
		expect(asked).toStrictEqual([]);
	});

	it('may have a name of another operation, which is not read', () => {
		const { readOne } = readerIn({
			parameters: { additional: { owner: 'x', value: 'y' } },
			given: { additional: { owner: 'x', value: 'y' } },
			all: [additional, { ...additional, options: [owner] }],
		});
		expect(readOne(additional)).toStrictEqual({ value: 'y' });
	});
});

describe('one option', () => {
	const key: Property = { ...text, displayName: 'Key', name: 'key', neverBlank: true };
	const mode: Property = { ...text, displayName: 'Mode', name: 'mode', default: 'all' };
	const options: Property = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		default: {},
		options: [key, mode, limit],
	};
	const given = { 'options.key': 'x', 'options.limit': '7' };

	it('is asked of n8n alone, and has its type', () => {
		const parameters = { options: { key: '={{ 1 }}', mode: '={{ 2 }}', limit: '={{ 3 }}' } };
		const { readOption, asked } = readerIn({ parameters, given });
		expect(readOption(options, key, 2)).toBe('x');
		expect(readOption(options, limit, 0)).toBe(7);
		expect(asked).toStrictEqual([
			['options.key', 2, '', asGiven],
			['options.limit', 0, 50, asGiven],
		]);
	});

	it.each([
		['the collection is absent', {}],
		['it was not added', { options: { limit: 1 } }],
		['the collection is one expression', { options: '={{ $json }}' }],
	])('is nothing where %s', (_what, parameters) => {
		const { readOption, asked } = readerIn({ parameters, given });
		expect(readOption(options, key, 0)).toBeUndefined();
		expect(asked).toStrictEqual([]);
	});

	it('is refused if it must have a value', () => {
		const parameters = { options: { key: '={{ 1 }}' } };
		const { readOption } = readerIn({ parameters, given: { 'options.key': ' ' } });
		expect(faultOf(() => readOption(options, key, 0))).toMatchObject({
			message: '"Key" was added, but is empty',
		});
	});
});

describe('a parameter without items', () => {
	const readerOf = (parameters: INodeParameters, given: Readonly<Record<string, unknown>> = {}) => {
		const asked: unknown[][] = [];
		const context = {
			getNode: () => ({ type: 'trigger', parameters }),
			getNodeParameter: (path: string, fallback: unknown, options: unknown) => {
				asked.push([path, fallback, options]);
				return Object.hasOwn(given, path) ? given[path] : fallback;
			},
		} as unknown as IPollFunctions;
		return { read: parameterReader(context), asked };
	};

	it('is asked of n8n, with its default', () => {
		const { read, asked } = readerOf({ text: '={{ 1 }}' }, { text: 'x', limit: '7' });
		expect(read(text, notice, limit)).toStrictEqual({ text: 'x', limit: 7 });
		expect(asked).toStrictEqual([
			['text', '', asGiven],
			['limit', 50, asGiven],
		]);
		expect(read()).toStrictEqual({});
	});

	it('is extracted from a locator', () => {
		const task: Property = { ...text, name: 'task', type: 'resourceLocator' };
		const { read, asked } = readerOf({}, { task: 'x' });
		expect(read(task)).toStrictEqual({ task: 'x' });
		expect(asked).toStrictEqual([['task', '', extracted]]);
	});
});

it('the value of a panel field is asked of n8n as it is', () => {
	const context = {
		getCurrentNodeParameter: (path: string) => `=${path}`,
	} as unknown as ILoadOptionsFunctions;
	expect(panelValue(context, '&field')).toBe('=&field');
});
