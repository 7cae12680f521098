import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidInput } from '../../src';
import type { Parameters, Property } from './operation';

const refuse = ({ displayName }: Property, message: string): never => {
	throw new InvalidInput([{ path: `"${displayName}"`, message }]);
};

const shown = (value: unknown): string => {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A date from an expression is an object: a `Date`, or a luxon `DateTime` as `$now` is one. */
const dateText = (value: object): string | undefined => {
	if (value instanceof Date) return value.toISOString();
	return 'toISO' in value ? dateText(new Date(Number(value))) : undefined;
};

const textOf = (property: Property, value: unknown): string | undefined => {
	if (isBlank(value)) return property.required ? refuse(property, 'is required') : undefined;
	if (typeof value === 'string') return value;
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) {
		return value.join(',');
	}
	const date = typeof value === 'object' && value !== null ? dateText(value) : undefined;
	return date ?? refuse(property, `must be text, not ${shown(value)}`);
};

const numberOf = (property: Property, value: unknown): number => {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number)
		? number
		: refuse(property, isBlank(value) ? 'is required' : `must be a number, not ${shown(value)}`);
};

const booleanOf = (property: Property, value: unknown): boolean => {
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	return refuse(property, `must be true or false, not ${shown(value)}`);
};

/** An option from an expression must be one that is offered: a misspelt decision is no decision. */
const optionOf = (property: Property, value: unknown): unknown => {
	const offered = (property.options ?? []).flatMap((option) =>
		'value' in option ? [option.value] : [],
	);
	return offered.includes(value as (typeof offered)[number])
		? value
		: refuse(property, `must be one of ${offered.join(', ')}, not ${shown(value)}`);
};

const jsonOf = (property: Property, value: unknown): unknown => {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return undefined;
	try {
		const parsed: unknown = JSON.parse(value);
		return parsed;
	} catch (error) {
		return refuse(property, `must be valid JSON: ${error instanceof Error ? error.message : ''}`);
	}
};

const asRecord = (property: Property, value: unknown) =>
	isBlank(value)
		? {}
		: isRecord(value)
			? value
			: refuse(property, `must be an object, not ${shown(value)}`);

/** The fields of a collection that are filled in. */
const collectionOf = (
	property: Property,
	value: unknown,
	guards: readonly string[],
): Parameters => {
	const given = asRecord(property, value);
	const fields = (property.options ?? []).flatMap((option) => ('type' in option ? [option] : []));
	const blank = fields.find(
		({ name }) => guards.includes(name) && name in given && isBlank(given[name]),
	);
	if (blank) refuse(blank, 'was added, but is blank: give it a value or remove it');
	return Object.fromEntries(
		fields
			.filter(({ name }) => !isBlank(given[name]))
			.map((field) => [field.name, valueOf(field, given[field.name])]),
	);
};

const fieldsOf = (fields: readonly Property[], given: Parameters): Parameters =>
	Object.fromEntries(
		fields.map((field) => [field.name, valueOf(field, given[field.name] ?? field.default)]),
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

const valueOf = (property: Property, value: unknown, guards: readonly string[] = []): unknown => {
	switch (property.type) {
		case 'boolean':
			return booleanOf(property, value);
		case 'number':
			return numberOf(property, value);
		case 'options':
			return optionOf(property, value);
		case 'multiOptions':
			return (Array.isArray(value) ? value : [value]).map((one) => optionOf(property, one));
		case 'json':
			return jsonOf(property, value);
		case 'collection':
			return collectionOf(property, value, guards);
		case 'fixedCollection':
			return groupsOf(property, value);
		default:
			return textOf(property, value);
	}
};

/** What of a context reads parameters. */
export type ParameterReader = Pick<IExecuteFunctions, 'getNodeParameter' | 'getNode'>;

/** Whether a parameter, as the workflow holds it, is an expression or has one in it. */
const hasExpression = (raw: unknown): boolean => {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
};

export interface ReadingOptions {
	/** Parameters that hold the same for all items, by name: reading one anew is costly. */
	readonly constants?: Map<string, unknown>;
	/** Fields of collections that may not be blank once they were added. */
	readonly guards?: readonly string[];
}

/**
 * Reads the parameters of one item into one typed object (`ParametersOf` the properties). A field
 * that the panel hides has its default. What holds no expression is read once and then kept.
 * @throws {InvalidInput} that names the field by its display name.
 */
export const readParameters = (
	reader: ParameterReader,
	properties: readonly Property[],
	itemIndex: number,
	{ constants = new Map(), guards }: ReadingOptions = {},
): Parameters => {
	const raw = reader.getNode().parameters;
	const read = (property: Property): unknown => {
		const { name, type } = property;
		const locator = type === 'resourceLocator';
		const fallback = locator ? '' : property.default;
		const value: unknown = reader.getNodeParameter(name, itemIndex, fallback, {
			extractValue: locator,
		});
		return valueOf(property, value, guards);
	};
	return Object.fromEntries(
		properties
			.filter(({ type }) => type !== 'notice')
			.map((property) => {
				const { name } = property;
				if (constants.has(name)) return [name, constants.get(name)];
				const value = read(property);
				if (!hasExpression(raw[name])) constants.set(name, value);
				return [name, value];
			}),
	);
};

/** Reads a parameter that holds the same for all items, such as the resource. */
export const readChoice = (reader: ParameterReader, name: string): string => {
	const value = reader.getNodeParameter(name, 0);
	return typeof value === 'string' ? value : '';
};
