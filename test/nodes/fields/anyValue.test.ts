import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withNodeFields } from '../../../nodes/ContractWorkflow/description';
import { resources } from '../../../nodes/ContractWorkflow/resources';
import type { Property } from '../../../nodes/shared/fields/property';
import { isBlank, trimmed, yesOrNo } from '../../../nodes/shared/fields/propertyValue';
import { valueOf } from '../../../nodes/shared/fields/typedValue';
import { WrongField } from '../../../nodes/shared/words/explained';
import { seed } from '../../support/seed';

/** Those within others included. */
const all = (properties: readonly Property[]): Property[] =>
	properties.flatMap((property) => {
		const inner = (property.options ?? []).flatMap((option) =>
			'values' in option ? option.values : 'type' in option ? [option] : [],
		);
		return [property, ...all(inner)];
	});
const fields = all(
	withNodeFields(resources).flatMap(({ operations }) =>
		operations.flatMap((one) => one.properties),
	),
).filter(({ type, asGiven }) => type !== 'notice' && !asGiven);

/** Values that only look like what they are not. */
const known: readonly unknown[] = [
	...[undefined, null, '', ' \u200b', [], {}, [''], [[]], [{}], { a: null }, '[]', '{}', 'null'],
	...[true, 'TRUE', 'yes', ['no'], 0, -1, 0.5, 1e21, NaN, 2 ** 53, '007', ' 7 ', '1e3', '0x10'],
	...['9007199254740993', '12, 34', '1,,2', ',', '[1', '[{}]', '٣', '../x', '\ud800', 'a\r\nb'],
	...['__proto__', 'constructor', 'undefined', '2026-02-30', [1, 2], ['7', 8], { value: 'a' }],
	...[{ mode: 'id', value: '7' }, JSON.parse('{"__proto__":{"a":1}}')],
];
const anyValue = fc.oneof(
	fc.constantFrom(...known),
	fc.string({ unit: 'binary', maxLength: 8 }),
	fc.double(),
	fc.jsonValue({ maxDepth: 3 }),
);

const isOffered = ({ options = [] }: Property, value: unknown): boolean =>
	options.some((option) => 'value' in option && option.value === value);

/** Whether a field may be read so. */
const isRight = (field: Property, given: unknown, value: unknown): boolean => {
	const { type, reads, typeOptions, options = [] } = field;
	if (value === undefined) return isBlank(given) || /^\s*\[[\s\],[]*$/.test(String(given));
	if (reads === 'integer') return ['number', 'string'].includes(typeof value);
	if (reads) return Array.isArray(value) && value.every((one) => typeof one !== 'object');
	if (type === 'boolean') return value === yesOrNo(given);
	if (type === 'number') return Number.isFinite(value) && Number(trimmed(String(given))) === value;
	if (type === 'multiOptions') return [value].flat().every((one) => isOffered(field, one));
	if (type === 'options' && !typeOptions?.loadOptionsMethod) return isOffered(field, value);
	if (type === 'json') return true;
	if (!['collection', 'fixedCollection'].includes(type)) {
		if (typeof value !== 'string') return false;
		// A time gets what it lacks: midnight, and the offset of the workflow's time zone.
		if (type === 'dateTime') return value.startsWith(trimmed(String(given)));
		return trimmed(value) === trimmed(String(given));
	}
	return Object.keys(value as object).every((key) => options.some(({ name }) => name === key));
};

it('a field takes a value of its type, or names itself and what is wrong', () => {
	const takes = (field: Property, given: unknown) => {
		try {
			const value = valueOf(field, given, { raw: given, zone: 'UTC', item: undefined });
			if (!isRight(field, given, value)) throw new Error(`${field.name} is ${String(value)}`);
		} catch (error) {
			if (!(error instanceof WrongField)) throw error;
			expect(error.message).toMatch(/^".+" (must|is|has|was|needs) /);
			expect(error.message).not.toMatch(/\[object /);
		}
	};
	fc.assert(fc.property(fc.constantFrom(...fields), anyValue, takes), { seed, numRuns: 5_000 });
});
