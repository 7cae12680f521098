import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparableText } from '../../../nodes/ContractWorkflowPollingTrigger/changes';

/** The same JSON with its keys in the opposite order, at any depth. */
const turned = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(turned);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, held]) => [name, turned(held)] as const);
	return Object.fromEntries(entries.reverse());
};

describe('a comparable text', () => {
	it('is JSON of the same value, whatever the order of its keys', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const text = comparableText(value);
				expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
				expect(comparableText(turned(value))).toBe(text);
			}),
		);
	});

	it.each([
		['{"a":3,"9":1,"10":2}', '{"9":1,"10":2,"a":3}'],
		['{"a":{"9":[],"10":{"2":1,"11":2}}}', '{"a":{"9":[],"10":{"2":1,"11":2}}}'],
		['{"a":2,"__proto__":1}', '{"__proto__":1,"a":2}'],
		['{"b":[[[]],{}],"a":[1,"x",null,true]}', '{"a":[1,"x",null,true],"b":[[[]],{}]}'],
	])('of %s has its keys in order', (text, expected) => {
		expect(comparableText(JSON.parse(text))).toBe(expected);
	});

	it('of nothing is empty', () => {
		expect(comparableText(undefined)).toBe('');
	});
});
