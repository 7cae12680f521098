import { isRecord } from '../../../src';
import type { Parameters, Property } from './property';
import { hasExpression } from './property';
import { entriesIn, isBlank, itemWords, jsonIn, shown, wrong, yesOrNo } from './propertyValue';
import { listOf, numberOf, optionOf, textOf } from './scalarValue';

/** Where a value is from: what the workflow stores, its time zone, and the input item, if any. */
export interface Origin {
	readonly raw: unknown;
	readonly zone: string;
	readonly item: object | undefined;
}

/** The source of a part of a value. */
const within = (source: Origin, key: string | number): Origin => ({
	...source,
	raw: (Object(source.raw) as Record<string | number, unknown>)[key],
});

/** @throws {WrongField} for a field that shows nothing: it is no choice to do without. */
const refuseBlank = (property: Property, { raw, item }: Origin): never =>
	hasExpression(raw)
		? wrong(property, 'is empty: its expression returned nothing', item && [itemWords(item)])
		: wrong(property, 'is empty', ['Enter a value. If you need none, remove or clear the field.']);

/** Whether a form of n8n maps expressions, and none of its fields has a value. A list is one. */
const mapsNothing = (value: unknown, raw: unknown): boolean =>
	hasExpression(raw) &&
	isRecord(value) &&
	isRecord(value.value) &&
	Object.values(value.value).every((one) => isBlank(one) && !Array.isArray(one));

/** An object with the fields of a collection. A misspelled field would be ignored. */
const objectOf = (
	property: Property,
	value: unknown,
	fields: ReadonlyArray<{ readonly name: string }>,
): Parameters => {
	if (isBlank(value)) return {};
	if (!isRecord(value)) return wrong(property, `must be an object, not ${shown(value)}`);
	const names = new Set(fields.map(({ name }) => name));
	const unknown = Object.keys(value).find((key) => !names.has(key));
	if (unknown === undefined) return value;
	return wrong(property, `has no "${unknown}"`, [
		`Allowed names: ${[...names].join(', ')}. The panel does not show this value. Copy the node into a text editor, correct its JSON, and paste it back.`,
	]);
};

/** n8n extracts the value of a locator only for a parameter that is in no collection. */
const heldBy = ({ type, name }: Property, given: Parameters): unknown => {
	const value = given[name];
	return type === 'resourceLocator' && isRecord(value) && 'mode' in value ? value.value : value;
};

/** Types that always have a value: an empty one is not a choice. */
const neverBlankTypes: readonly string[] = ['boolean', 'number', 'options'];

/** The fields of a collection that are filled in. */
const collectionOf = (
	property: Property,
	value: unknown,
	source: Origin,
	namesakes: readonly Property[],
): Parameters => {
	const known = [property, ...namesakes].flatMap(({ options = [] }) => options);
	const given = objectOf(property, value, known);
	const filled = (property.options ?? []).flatMap((field) => {
		if (!('type' in field) || !Object.hasOwn(given, field.name)) return [];
		const held = heldBy(field, given);
		const own = within(source, field.name);
		const read = isBlank(held) ? undefined : valueOf(field, held, own);
		if (!isBlank(read)) return [[field.name, read] as const];
		return property.neverBlank || field.neverBlank || neverBlankTypes.includes(field.type)
			? refuseBlank(field, own)
			: [];
	});
	return Object.fromEntries(filled);
};

/** A field with an empty expression does not get its default: no builder would see that choice. */
const rowOf = (fields: readonly Property[], given: Parameters, source: Origin): Parameters =>
	Object.fromEntries(
		fields.map((field) => {
			const row = { [field.name]: field.default, ...given };
			return [field.name, valueOf(field, heldBy(field, row), within(source, field.name))];
		}),
	);

/** The rows of each group of a fixed collection. */
const groupsOf = (property: Property, value: unknown, source: Origin): Parameters => {
	const given = objectOf(property, value, property.options ?? []);
	const groups = (property.options ?? []).flatMap((option) => {
		if (!('values' in option)) return [];
		const rows = [given[option.name] ?? []].flat();
		const stored = [within(source, option.name).raw].flat();
		const read = rows.map((row, index) => {
			const fields = option.values.map((field) => ({
				...field,
				displayName: `"${property.displayName}" ${index + 1} "${field.displayName}"`,
			}));
			const own = { ...source, raw: stored[index] };
			return rowOf(fields, objectOf(property, row, fields), own);
		});
		return [[option.name, read] as const];
	});
	return Object.fromEntries(groups);
};

/**
 * The value of a property, in its type. What the service takes is judged by the contract.
 * @param namesakes the same collection of other operations: their fields stay in the workflow when
 * the operation is switched, and are ignored
 * @throws {WrongField} for a value that cannot have this type, or shows nothing where it must.
 */
export const valueOf = (
	property: Property,
	value: unknown,
	source: Origin,
	namesakes: readonly Property[] = [],
): unknown => {
	const { asGiven, neverBlank, required, type } = property;
	const isNeeded =
		required ||
		(neverBlank && (source.raw ?? '') !== '') ||
		(!asGiven && neverBlankTypes.includes(type));
	const isEmpty = isBlank(value) || (type === 'resourceMapper' && mapsNothing(value, source.raw));
	if (isNeeded && isEmpty) refuseBlank(property, source);
	if (asGiven) return value;
	if (property.reads) return listOf(property, value);
	switch (type) {
		case 'boolean':
			return yesOrNo(value) ?? wrong(property, `must be true or false, not ${shown(value)}`);
		case 'number':
			return numberOf(property, value);
		case 'options':
			return property.typeOptions?.loadOptionsMethod === undefined
				? optionOf(property, value)
				: textOf(property, value, source.zone);
		case 'multiOptions':
			return entriesIn(property.displayName, value).map((one) => optionOf(property, one));
		case 'json':
			return jsonIn(property.displayName, value);
		case 'collection':
			return collectionOf(property, value, source, namesakes);
		case 'fixedCollection':
			return groupsOf(property, value, source);
		default:
			return textOf(property, value, source.zone);
	}
};
