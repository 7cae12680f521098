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
import { checkWhole, readShown, shownPart } from './rawCollections';

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
	for (const option of property.options ?? []) {
		if (!('values' in option) || property.typeOptions?.multipleValues === true) continue;
		const [group, rawGroup] = [given, raw].map((one) => isRecord(one) && one[option.name]);
		if (!isRecord(group) || !isRecord(rawGroup)) continue;
		for (const field of option.values) {
			checkNeverBlank(field, group[field.name], rawGroup[field.name]);
		}
	}
	if (!property.neverBlank || !isBlankText(given) || isUntouched(property, raw)) return;
	const [mode] = property.modes ?? [];
	const without = mode
		? `set the field to "${mode.displayName}" and choose nothing`
		: 'clear the field';
	wrong(property, 'is empty', [`Enter a value. If you need none, ${without}.`]);
};

/** Reads one property of a node. Its collections are checked the first time. */
const readerOf = (node: INode, all: readonly Property[] = []) => {
	const shownParts = new Map<Property, unknown>();
	const shownOf = (property: Property): unknown => {
		if (!shownParts.has(property)) {
			const raw = node.parameters[property.name];
			const namesakes = all.filter(({ name }) => name === property.name);
			checkWhole(property, raw, namesakes);
			shownParts.set(property, shownPart(property, raw, node));
		}
		return shownParts.get(property);
	};
	return {
		/** The value in the workflow, without the fields that the panel hides. */
		held: (property: Property): unknown => shownOf(property) ?? node.parameters[property.name],
		/** n8n's value. A field that the panel hides has its default. */
		given: (property: Property, read: ValueReader): unknown => {
			const { name } = property;
			const shown = shownOf(property);
			if (shown !== undefined) return readShown(name, shown, read);
			return property.type === 'resourceLocator'
				? read(name, '', true)
				: read(name, property.default);
		},
	};
};

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
	 * Reads one field of a group for one item, so that no expression in another field is evaluated.
	 * Undefined if the group was not added. A field that was not added, or that the panel hides, has its
	 * default.
	 * @throws {Explained} that names the field by its display name.
	 */
	readField(collection: Property, group: string, field: Property, itemIndex: number): unknown;
}

/**
 * The reader of a run.
 * @param all the properties of all operations
 */
export const itemReader = (context: IExecuteFunctions, all: readonly Property[]): ItemReader => {
	const node = context.getNode();
	const constants = new Map<string, unknown>();
	const { held, given: givenOf } = readerOf(node, all);
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
		readField(collection, group, field, itemIndex) {
			const whole = held(collection);
			const fields = isRecord(whole) ? whole[group] : undefined;
			if (!isRecord(fields)) return undefined;
			if (!Object.hasOwn(fields, field.name)) return valueOf(field, field.default);
			const path = `${collection.name}.${group}.${field.name}`;
			const given = readerAt(itemIndex)(path, field.default);
			checkNeverBlank(field, given, fields[field.name]);
			return valueOf(field, given);
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
	const { given: givenOf } = readerOf(context.getNode());
	const read: ValueReader = (path, fallback, extractValue = false) =>
		context.getNodeParameter(path, fallback, { extractValue });
	/** @throws {Explained} that names the field by its display name. */
	return <const Group extends readonly Property[]>(...group: Group) =>
		Object.fromEntries(
			group
				.filter(isParameter)
				.map((property) => [property.name, valueOf(property, givenOf(property, read))]),
		) as ParametersOf<Group>;
};

export type ParameterReader = ReturnType<typeof parameterReader>;

/**
 * The value of a panel field while its list is made. An expression is returned as written.
 * @param path its name; with the prefix `&`, the name of a field in the same row
 */
export const panelValue = (context: ILoadOptionsFunctions, path: string): unknown =>
	context.getCurrentNodeParameter(path);
