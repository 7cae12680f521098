import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	INode,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { isTool } from '../toolNode';
import type { Parameters, ParametersOf, Property } from './property';
import { isBlank, isBlankText, isRecord, valueOf, wrong } from './propertyValue';
import { checkWhole } from './rawCollections';

/** Whether a parameter in the workflow is an expression or contains one. */
export const hasExpression = (raw: unknown): boolean => {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
};

/** Whether the value of a property is an expression or contains one. */
export const holdsExpression = ({ parameters }: INode, { name }: Property): boolean =>
	hasExpression(parameters[name]);

/**
 * Returns the value of a parameter or a part of one from n8n, with expressions evaluated.
 * `extractValue` is for a locator.
 */
type ValueReader = (path: string, fallback: unknown, extractValue?: boolean) => unknown;

/**
 * Whether a locator is unchanged since the panel offered it: in its first mode, with nothing
 * chosen.
 */
const isUntouched = ({ modes = [] }: Property, raw: unknown): boolean =>
	isBlank(raw) || (isRecord(raw) && raw.mode === modes[0]?.name && isBlank(raw.value));

const checkNeverBlank = (property: Property, given: unknown, raw: unknown): void => {
	if (!property.neverBlank || !isBlankText(given) || isUntouched(property, raw)) return;
	const [mode] = property.modes ?? [];
	const without = mode
		? `set the field to "${mode.displayName}" and choose nothing`
		: 'clear the field';
	wrong(property, 'is empty', [`Enter a value. If you need none, ${without}.`]);
};

const givenOf = (property: Property, read: ValueReader): unknown =>
	property.type === 'resourceLocator'
		? read(property.name, '', true)
		: read(property.name, property.default);

/** Whether the panel hides a required field that another choice needs. */
const isHidden = (property: Property, node: INode): boolean =>
	property.required === true &&
	property.displayOptions !== undefined &&
	!NodeHelpers.displayParameter(node.parameters, property as INodeProperties, node, null);

const isParameter = ({ type }: Property): boolean => type !== 'notice';

/** Reads the parameters of the items of a run. */
export interface ItemReader {
	/** Parameters without an expression, by name. They are read once, because reading is slow. */
	readonly constants: ReadonlyMap<string, unknown>;
	/**
	 * Reads the parameters of one item into one typed object (`ParametersOf` the properties).
	 * @throws {Explained} that names the field by its display name.
	 */
	read(properties: readonly Property[], itemIndex: number): Parameters;
	/**
	 * Reads one field of a collection for one item, so that no expression in another field is
	 * evaluated. Undefined if it was not added.
	 * @throws {Explained} that names the field by its display name.
	 */
	readOption(collection: Property, field: Property, itemIndex: number): unknown;
}

/**
 * The reader of a run.
 * @param all the properties of all operations
 */
export const itemReader = (context: IExecuteFunctions, all: readonly Property[]): ItemReader => {
	const node = context.getNode();
	const constants = new Map<string, unknown>();
	const checked = new Set<Property>();
	const readerAt =
		(itemIndex: number): ValueReader =>
		(path, fallback, extractValue = false) =>
			context.getNodeParameter(path, itemIndex, fallback, { extractValue });
	return {
		constants,
		read(properties, itemIndex) {
			const read = readerAt(itemIndex);
			const valueIn = (property: Property): unknown => {
				const { name } = property;
				if (constants.has(name)) return constants.get(name);
				const raw = node.parameters[name];
				if (
					property.isInputItem &&
					!isTool(node) &&
					(raw ?? property.default) === property.default
				) {
					return context.getInputData()[itemIndex]?.json;
				}
				if (property.noDataExpression && hasExpression(raw)) wrong(property, 'takes no expression');
				if (isHidden(property, node)) return undefined;
				if (!checked.has(property)) {
					checkWhole(
						property,
						raw,
						all.filter((one) => one.name === name),
					);
					checked.add(property);
				}
				const given = givenOf(property, read);
				checkNeverBlank(property, given, raw);
				const value = valueOf(property, given);
				if (!hasExpression(raw)) constants.set(name, value);
				return value;
			};
			return Object.fromEntries(
				properties.filter(isParameter).map((property) => [property.name, valueIn(property)]),
			);
		},
		readOption(collection, field, itemIndex) {
			const fields = node.parameters[collection.name];
			if (!isRecord(fields) || !Object.hasOwn(fields, field.name)) return undefined;
			const given = readerAt(itemIndex)(`${collection.name}.${field.name}`, field.default);
			const only = { ...collection, options: [field] };
			return (valueOf(only, { [field.name]: given }) as Parameters)[field.name];
		},
	};
};

/**
 * Reads parameters without items: of a trigger, or for a list in the panel. Hidden parameters
 * cannot be read, so parameters are requested in groups.
 */
export const parameterReader = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions | ILoadOptionsFunctions,
) => {
	const { parameters } = context.getNode();
	const read: ValueReader = (path, fallback, extractValue = false) =>
		context.getNodeParameter(path, fallback, { extractValue });
	/** @throws {Explained} that names the field by its display name. */
	return <const Group extends readonly Property[]>(...group: Group) => {
		for (const property of group) checkWhole(property, parameters[property.name]);
		return Object.fromEntries(
			group
				.filter(isParameter)
				.map((property) => [property.name, valueOf(property, givenOf(property, read))]),
		) as ParametersOf<Group>;
	};
};

export type ParameterReader = ReturnType<typeof parameterReader>;

/**
 * The value of a panel field while its list is made. An expression is returned as written.
 * @param path its name; with the prefix `&`, the name of a field in the same row
 */
export const panelValue = (context: ILoadOptionsFunctions, path: string): unknown =>
	context.getCurrentNodeParameter(path);
