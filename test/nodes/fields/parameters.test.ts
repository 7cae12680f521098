import { expect, it } from '@jest/globals';
import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { itemReader, parameterReader } from '../../../nodes/shared/fields/parameters';
import type { Property } from '../../../nodes/shared/fields/property';
import { hasExpression } from '../../../nodes/shared/fields/property';

/** How parameters are read from n8n, one step after the other. */

const text: Property = { displayName: 'Text', name: 'text', type: 'string', default: '' };
const box: Property = { ...text, displayName: 'Box', name: 'box', type: 'boolean', default: false };
const limit: Property = { displayName: 'Limit', name: 'limit', type: 'number', default: 50 };
const notice: Property = { displayName: 'Note', name: 'note', type: 'notice', default: '' };
const task: Property = { ...text, name: 'task', type: 'resourceLocator' };
const key: Property = { ...text, displayName: 'Key', name: 'key', neverBlank: true };
const item: Property = { ...text, name: 'item', default: '={{ $json }}', asGiven: true };
const input: Property = { ...item, isInputItem: true };
const fixed: Property = { ...text, displayName: 'Fixed', noDataExpression: true };
const step: Property = {
	...text,
	name: 'step',
	required: true,
	displayOptions: { show: { text: ['atStep'] } },
};
const fields: Property = {
	...text,
	displayName: 'Additional Fields',
	name: 'fields',
	type: 'collection',
	default: {},
	options: [limit],
};

it.each([
	['={{ $json.a }}', true],
	['=', true],
	[{ a: [{ b: { c: '=c' } }], d: 1 }, true],
	['a=', false],
	[{ '=a': 'a' }, false],
	[['a', 1, null], false],
	[undefined, false],
])('%j is or has an expression: %s', (raw, expected) => {
	expect(hasExpression(raw)).toBe(expected);
});

interface Setting {
	readonly parameters: object;
	/** What n8n returns for a parameter. Without it, n8n returns the fallback. */
	readonly given?: Readonly<Record<string, unknown>>;
	readonly all?: readonly Property[];
	readonly type?: string;
}

/** A context of n8n, and what it was asked for. */
const contextOf = ({ parameters, given = {}, type = 'node' }: Setting) => {
	const asked: unknown[][] = [];
	const answer = (name: string, fallback: unknown) =>
		Object.hasOwn(given, name) ? given[name] : fallback;
	const shared = { getNode: () => ({ type, parameters }), getTimezone: () => 'UTC' };
	return {
		asked,
		ofItems: {
			...shared,
			getInputData: () => [{ json: { row: 0 } }, { json: { row: 1 } }],
			getNodeParameter: (name: string, index: number, fallback: unknown, options: object) => {
				asked.push([name, index, fallback, ...Object.values(options)]);
				return answer(name, fallback);
			},
		} as unknown as IExecuteFunctions,
		ofTrigger: {
			...shared,
			getNodeParameter: (name: string, fallback: unknown, options: object) => {
				asked.push([name, fallback, ...Object.values(options)]);
				return answer(name, fallback);
			},
		} as unknown as IPollFunctions,
	};
};

/** Reads for two items; gives both values, and what n8n was asked for. */
const readTwice = (setting: Setting, ...properties: Property[]) => {
	const { asked, ofItems } = contextOf(setting);
	const reader = itemReader(ofItems, setting.all ?? properties);
	return { values: [0, 1].map((index) => reader(properties, index)), asked };
};

it('a parameter with an expression is asked for each item, any other once', () => {
	const setting = { parameters: { text: '={{ 1 }}', limit: 5 }, given: { text: 'x', limit: '7' } };
	const { values, asked } = readTwice(setting, text, limit, notice);
	expect(values).toStrictEqual([
		{ text: 'x', limit: 7 },
		{ text: 'x', limit: 7 },
	]);
	expect(asked).toStrictEqual([
		['text', 0, '', false],
		['limit', 0, 50, false],
		['text', 1, '', false],
	]);
});

it.each<readonly [string, Setting, Property, unknown[], number]>([
	['by default', { parameters: {} }, input, [{ row: 0 }, { row: 1 }], 0],
	[
		'not where it is filled in',
		{ parameters: { item: 'x' }, given: { item: 'x' } },
		input,
		['x', 'x'],
		1,
	],
])(
	'a property can be the input item, without n8n: %s',
	(_name, setting, property, values, count) => {
		const read = readTwice(setting, property);
		expect(read.values.map(({ item: value }) => value)).toStrictEqual(values);
		expect(read.asked).toHaveLength(count);
	},
);

it('a required field that the panel hides is not read', () => {
	for (const value of ['', '={{ 1 }}']) {
		const { values, asked } = readTwice({ parameters: { step: value, text: 'always' } }, step);
		expect([values[0], asked]).toStrictEqual([{ step: undefined }, []]);
	}
});

it.each<readonly [Property, raw: unknown, given: unknown, message: string | undefined]>([
	[key, undefined, '', undefined],
	[key, null, null, undefined],
	[key, '={{ 1 }}', 'x', undefined],
	[key, '={{ 1 }}', undefined, '"Key" is empty'],
	[key, '={{ 1 }}', [''], '"Key" is empty'],
	[limit, '={{ 1 }}', 'x', '"Limit" must be a number of 0 or more, not x'],
	[fixed, '={{ 1 }}', 'x', '"Fixed" takes no expression'],
	[box, '={{ 1 }}', 'true', undefined],
	[box, undefined, false, undefined],
	[box, 'true', 'true', '"Box" must be true or false, without quotes'],
	[fields, { other: 1 }, { other: 1 }, '"Additional Fields" has no "other"'],
	[fields, '={{ {} }}', {}, '"Additional Fields" must be an object of fields'],
])('%j, in the workflow %j, from n8n %j', (property, raw, given, message) => {
	const setting = { parameters: { [property.name]: raw }, given: { [property.name]: given } };
	const { ofItems, ofTrigger } = contextOf(setting);
	const reads = [
		() => itemReader(ofItems, [property])([property], 0),
		() => parameterReader(ofTrigger)(property),
	];
	for (const read of reads) {
		if (message === undefined) expect(read).not.toThrow();
		else expect(read).toThrow(message);
	}
});

it('a collection may hold a field of another operation, which is not read', () => {
	const held = { owner: 'x', limit: 5 };
	const other = { ...fields, options: [{ ...text, name: 'owner' }] };
	const setting = { parameters: { fields: held }, given: { fields: held }, all: [fields, other] };
	expect(readTwice(setting, fields).values[0]).toStrictEqual({ fields: { limit: 5 } });
});

it('a parameter without items is asked of n8n, with its default', () => {
	const { asked, ofTrigger } = contextOf({ parameters: {}, given: { task: 'x', limit: '7' } });
	const read = parameterReader(ofTrigger);
	expect(read(task, notice, limit)).toStrictEqual({ task: 'x', limit: 7 });
	expect(asked).toStrictEqual([
		['task', '', true],
		['limit', 50, false],
	]);
});
