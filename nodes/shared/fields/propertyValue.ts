import { WrongField } from '../words/explained';
import type { Mapping, Parameters, Property } from './property';

/** The name of a field without the unit at its end. */
const labelOf = ({ displayName }: Property): string => displayName.replace(/ \([^)]*\)$/, '');

/** @throws {WrongField} that names the field by its display name. */
export const wrong = (property: Property, fault: string, details?: readonly string[]): never => {
	throw new WrongField(labelOf(property), fault, details);
};

/** A value in an error, truncated if it is long. */
export const shown = (value: unknown): string => {
	// JSON has no NaN and no Infinity.
	const isPlain = typeof value === 'string' || typeof value === 'number';
	const text = isPlain ? String(value) : (JSON.stringify(value) ?? 'nothing');
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** Whether a field is empty, or its expression returned nothing. */
export const isBlank = (value: unknown): boolean =>
	value === undefined || value === null || value === '';

/** The same, but white space also counts as empty, and so does a list of only such texts. */
export const isBlankText = (value: unknown): boolean =>
	isNothing(value) || (typeof value === 'string' && value.trim() === '');

/** Whether an expression returned nothing. White space is a text, which may be validated. */
const isNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.every(isBlankText));

/** Whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A date from an expression is an object: a `Date`, or a luxon `DateTime` such as `$now`. */
const dateText = (value: object): string | undefined => {
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	return 'toISO' in value ? dateText(new Date(Number(value))) : undefined;
};

/**
 * The text of one value, also of a number, a boolean or a date; undefined for a list or an object.
 */
export const plainText = (value: unknown): string | undefined => {
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	return typeof value === 'object' && value !== null ? dateText(value) : undefined;
};

const textValue = (property: Property, value: unknown): string | undefined => {
	if (property.required && isBlankText(value)) return wrong(property, 'is required');
	if (isNothing(value)) return undefined;
	const isSeveral = Array.isArray(value) && value.every((entry) => typeof entry !== 'object');
	const text =
		(isSeveral ? value.join(',') : plainText(value)) ??
		wrong(property, `must be text, not ${shown(value)}`);
	return property.trimmed ? text.trim() : text;
};

/** A boolean is the value of a line that only shows a remark about a list. */
const locatedOf = (property: Property, value: unknown): string | undefined =>
	typeof value === 'boolean'
		? wrong(property, 'must be chosen from the list or entered')
		: textValue(property, value);

const rangeText = (least: number, most: number): string => {
	if (most !== Infinity) return `must be a number between ${least} and ${most}`;
	return least === -Infinity ? 'must be a number' : `must be a number of ${least} or more`;
};

const numberOf = (property: Property, value: unknown): number => {
	if (isBlank(value)) return wrong(property, 'is required');
	const { minValue = -Infinity, maxValue = Infinity } = property.typeOptions ?? {};
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	const isNumber = typeof number === 'number' && Number.isFinite(number);
	return isNumber && number >= minValue && number <= maxValue
		? number
		: wrong(property, `${rangeText(minValue, maxValue)}, not ${shown(value)}`);
};

const booleanOf = (property: Property, value: unknown): boolean => {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	return wrong(property, `must be true or false, not ${shown(value)}`);
};

/**
 * An option from an expression must be one of the offered options: a misspelled decision is
 * invalid.
 */
const optionOf = (property: Property, value: unknown): unknown => {
	const offered = (property.options ?? []).flatMap((option) =>
		'value' in option ? [option.value] : [],
	);
	return offered.includes(value as (typeof offered)[number])
		? value
		: wrong(property, `must be one of ${offered.join(', ')}, not ${shown(value)}`);
};

/** Several options: a list, or comma-separated text, as an agent or an expression may write it. */
const manyOf = (property: Property, value: unknown): readonly unknown[] => {
	if (typeof value !== 'string') return Array.isArray(value) ? value : [value];
	const parts = value.split(',').map((part) => part.trim());
	const named = parts.filter((part) => part !== '');
	// Commas without a value between them choose nothing.
	if (named.length === 0 && value.trim() !== '') return wrong(property, 'needs at least one value');
	return named;
};

const jsonOf = (property: Property, value: unknown): unknown => {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	try {
		return JSON.parse(value) as unknown;
	} catch (error) {
		return wrong(property, `must be valid JSON: ${error instanceof Error ? error.message : ''}`);
	}
};

const asRecord = (property: Property, value: unknown) =>
	isBlank(value)
		? {}
		: isRecord(value)
			? value
			: wrong(property, `must be an object, not ${shown(value)}`);

/**
 * The value of a field. n8n extracts the value of a resource locator only for a top-level
 * parameter. Within a collection it is returned whole, and none of the locators there needs
 * extraction.
 */
const heldBy = ({ type, name }: Property, given: Parameters): unknown => {
	const value = given[name];
	return type === 'resourceLocator' && isRecord(value) && 'mode' in value ? value.value : value;
};

/** Types that always have a value: an empty one is not a choice. */
const neverBlankTypes: readonly string[] = ['boolean', 'number', 'options'];

const mayBeBlank = (field: Property, { neverBlank }: Property): boolean =>
	!neverBlank &&
	!field.neverBlank &&
	(!neverBlankTypes.includes(field.type) || field.typeOptions?.loadOptionsMethod !== undefined);

/** The fields of a collection that are filled in. */
const collectionOf = (property: Property, value: unknown): Parameters => {
	const given = asRecord(property, value);
	const added = (property.options ?? [])
		.flatMap((option) => ('type' in option ? [option] : []))
		.filter(({ name }) => Object.hasOwn(given, name))
		.map((field) => [field, heldBy(field, given)] as const);
	return Object.fromEntries(
		added.flatMap(([field, held]) => {
			const isOptional = mayBeBlank(field, property);
			if (isBlankText(held) && !isOptional) {
				return wrong(field, 'was added, but is empty', ['Enter a value, or remove the field.']);
			}
			return isNothing(held) ? [] : [[field.name, valueOf(field, held)]];
		}),
	);
};

/**
 * A field with an empty expression does not get its default: the builder would not see that choice.
 */
const fieldsOf = (fields: readonly Property[], given: Parameters): Parameters =>
	Object.fromEntries(
		fields.map((field) => {
			const held = Object.hasOwn(given, field.name) ? given : { [field.name]: field.default };
			return [field.name, valueOf(field, heldBy(field, held))];
		}),
	);

const groupsOf = (property: Property, value: unknown): Parameters => {
	const given = asRecord(property, value);
	const groups = (property.options ?? []).flatMap((option) => ('values' in option ? [option] : []));
	return Object.fromEntries(
		groups.map(({ name, values }): [string, unknown] => {
			const filled = given[name];
			if (property.typeOptions?.multipleValues !== true) {
				return [name, isRecord(filled) ? fieldsOf(values, filled) : undefined];
			}
			const entries: readonly unknown[] = isBlank(filled)
				? []
				: Array.isArray(filled)
					? filled
					: [filled];
			return [name, entries.map((entry) => fieldsOf(values, asRecord(property, entry)))];
		}),
	);
};

/**
 * n8n keeps the last value of a field that was removed from the form, and marks it in its schema.
 */
const withoutRemoved = (values: Parameters, schema: unknown): Parameters => {
	const removed = new Set(
		(Array.isArray(schema) ? schema : [])
			.filter((field: unknown) => isRecord(field) && field.removed === true)
			.map((field: Parameters) => field.id),
	);
	return Object.fromEntries(Object.entries(values).filter(([id]) => !removed.has(id)));
};

/** What n8n saves of a resource mapper beside its values. */
const mapperKeys: readonly string[] = [
	'mappingMode',
	'value',
	'schema',
	'matchingColumns',
	'attemptToConvertTypes',
	'convertFieldsToString',
];

/**
 * Whether an object is a mapper as n8n saves it, even without its mode, rather than values by name.
 */
const isMapper = (given: Parameters): boolean =>
	given.mappingMode === 'defineBelow' ||
	given.mappingMode === 'autoMapInputData' ||
	((given.value === null || isRecord(given.value)) &&
		Object.keys(given).every((key) => mapperKeys.includes(key)));

/**
 * A resource mapper is read as a whole: n8n would validate and convert its values by the saved
 * schema, which a workflow from elsewhere may lack. An expression for the whole mapper returns an
 * object.
 */
const mappingOf = (property: Property, value: unknown): Mapping => {
	const parsed = jsonOf(property, value);
	if (parsed === null && value !== null) {
		return wrong(property, `must be an object, not ${shown(parsed)}`);
	}
	const given = asRecord(property, parsed);
	const { mappingMode: mode = 'defineBelow' } = given;
	if (!isMapper(given)) return { isAutomatic: false, values: given };
	const isAutomatic = mode === 'autoMapInputData';
	if (!isAutomatic && mode !== 'defineBelow') {
		wrong(
			property,
			`must have the mappingMode defineBelow or autoMapInputData, not ${shown(mode)}`,
		);
	}
	const values = isAutomatic ? {} : asRecord(property, given.value);
	return { isAutomatic, values: withoutRemoved(values, given.schema) };
};

/**
 * The value of a property, in its type.
 * @throws {WrongField} for an invalid value.
 */
export const valueOf = (property: Property, value: unknown): unknown => {
	if (property.asGiven) return value;
	switch (property.type) {
		case 'boolean':
			return booleanOf(property, value);
		case 'number':
			return numberOf(property, value);
		case 'options':
			return property.typeOptions?.loadOptionsMethod === undefined
				? optionOf(property, value)
				: textValue(property, value);
		case 'multiOptions':
			return manyOf(property, value).map((one) => optionOf(property, one));
		case 'json':
			return jsonOf(property, value);
		case 'collection':
			return collectionOf(property, value);
		case 'fixedCollection':
			return groupsOf(property, value);
		case 'resourceLocator':
			return locatedOf(property, value);
		case 'resourceMapper':
			return mappingOf(property, value);
		default:
			return textValue(property, value);
	}
};
