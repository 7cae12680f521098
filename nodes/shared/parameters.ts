import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { Parameters, ParametersOf, Property } from './property';
import { isBlank, isBlankText, isRecord, valueOf, wrong } from './propertyValue';

/** Whether a parameter, as the workflow holds it, is an expression or has one in it. */
const hasExpression = (raw: unknown): boolean => {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
};

/** Gives the value of a parameter as n8n has it, expressions evaluated. */
type RawReader = (name: string, fallback: unknown, options: { extractValue: boolean }) => unknown;

/** n8n's value of a property; a field that the panel hides has its default. */
const rawValueOf = (property: Property, read: RawReader): unknown => {
	const isLocator = property.type === 'resourceLocator';
	return read(property.name, isLocator ? '' : property.default, { extractValue: isLocator });
};

/** Whether a locator stands as the panel offers it: in its first mode, with nothing chosen. */
const isUntouched = ({ modes = [] }: Property, raw: unknown): boolean =>
	isBlank(raw) || (isRecord(raw) && raw.mode === modes[0]?.name && isBlank(raw.value));

/** @param raw the parameter as the workflow holds it */
const readValue = (property: Property, read: RawReader, raw: unknown): unknown => {
	const given = rawValueOf(property, read);
	if (property.neverBlank && isBlankText(given) && !isUntouched(property, raw)) {
		const [mode] = property.modes ?? [];
		const without = mode ? `set it to "${mode.displayName}" and choose nothing` : 'empty the field';
		wrong(property, `is blank: give it a value, or ${without} to do without it`);
	}
	return valueOf(property, given);
};

const isParameter = ({ type }: Property): boolean => type !== 'notice';

/**
 * Reads the parameters of one item into one typed object (`ParametersOf` the properties). What holds
 * no expression is read once, and then kept in `constants`: reading anew is costly.
 * @throws {WrongField} that names the field by its display name.
 */
export const readItemParameters = (
	context: IExecuteFunctions,
	properties: readonly Property[],
	itemIndex: number,
	constants: Map<string, unknown> = new Map(),
): Parameters => {
	const raw = context.getNode().parameters;
	const read: RawReader = (name, fallback, options) =>
		context.getNodeParameter(name, itemIndex, fallback, options);
	return Object.fromEntries(
		properties.filter(isParameter).map((property) => {
			const { name } = property;
			if (constants.has(name)) return [name, constants.get(name)];
			const value = readValue(property, read, raw[name]);
			if (!hasExpression(raw[name])) constants.set(name, value);
			return [name, value];
		}),
	);
};

/**
 * Reads parameters where there are no items: of a trigger, or for a list in the panel. Those that
 * the panel hides cannot be read, so they are asked for in groups.
 */
export const parameterReader = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions | ILoadOptionsFunctions,
) => {
	const read: RawReader = (name, fallback, options) =>
		context.getNodeParameter(name, fallback, options);
	/** @throws {WrongField} that names the field by its display name. */
	return <const Group extends readonly Property[]>(...group: Group) =>
		Object.fromEntries(
			group
				.filter(isParameter)
				.map((property) => [property.name, valueOf(property, rawValueOf(property, read))]),
		) as ParametersOf<Group>;
};
