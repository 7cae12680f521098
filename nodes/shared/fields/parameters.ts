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
import { isRecord } from '../../../src';
import { isTool } from '../toolNode';
import type { Parameters, ParametersOf, Property } from './property';
import { hasExpression, isCollection } from './property';
import { isBlank, shown, wrong } from './propertyValue';
import { valueOf } from './typedValue';

/** An expression that reads data. Braces alone may be a placeholder in a contract. */
const expression =
	/\{\{[^{}]*\$(?:json|input|node|item|binary|vars|execution|workflow|now|today|\().*?\}\}/s;

/** The first expression in a stored parameter that n8n treats as plain text. */
const fixedIn = (raw: unknown): string | undefined => {
	if (typeof raw === 'string') return raw.startsWith('=') ? undefined : expression.exec(raw)?.[0];
	if (typeof raw !== 'object' || raw === null) return undefined;
	return Object.values(raw).map(fixedIn).find(Boolean);
};

/**
 * Refuses an expression that was typed into a field set to Fixed. n8n would pass its braces on
 * unchanged, as the text of a comment or as the same key for every item.
 * @throws {WrongField} that names the field.
 */
export const checkFixedTexts = (
	context: Pick<IExecuteFunctions, 'getNode'>,
	properties: readonly Property[],
): void => {
	const { parameters } = context.getNode();
	for (const property of properties) {
		const found = fixedIn(parameters[property.name]);
		if (found !== undefined) {
			wrong(property, `contains ${shown(found)} as fixed text`, [
				'Switch the field from Fixed to Expression.',
			]);
		}
	}
};

/**
 * Whether an expression or a text is in the place of a collection or of its rows. It could return
 * nothing, and then filter nothing.
 */
export const isReplaced = (property: Property, raw: unknown): boolean => {
	if (!isCollection(property)) return false;
	if (!isRecord(raw)) return !isBlank(raw);
	return property.type === 'fixedCollection'
		? Object.values(raw).some((rows) => typeof rows === 'string')
		: (property.options ?? []).some((one) => 'type' in one && isReplaced(one, raw[one.name]));
};

/** Whether the panel hides a required field that another choice needs. */
const isHidden = (property: Property, node: INode): boolean =>
	property.required === true &&
	property.displayOptions !== undefined &&
	!NodeHelpers.displayParameter(node.parameters, property as INodeProperties, node, null);

/** The value of a field without an expression, or that of an item, as n8n evaluates it. */
type Evaluate = (
	name: string,
	itemIndex: number,
	fallback: unknown,
	options: { readonly extractValue: boolean },
) => unknown;

/**
 * Reads the parameters of one item into one typed object (`ParametersOf` the properties). One
 * without an expression is read once, because reading is slow.
 * @throws {WrongField} that names the field by its display name.
 */
export type ItemReader = (properties: readonly Property[], itemIndex: number) => Parameters;

/** @param inputAt the input item, where there are items */
const createReader = (
	context: Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>,
	evaluate: Evaluate,
	all: readonly Property[],
	inputAt?: (itemIndex: number) => object | undefined,
): ItemReader => {
	const node = context.getNode();
	const constants = new Map<string, unknown>();
	const evaluated = (property: Property, raw: unknown, itemIndex: number): unknown => {
		const { name, default: initial, type } = property;
		if (isReplaced(property, raw)) {
			wrong(property, 'must be an object of fields', [
				'Fill in the fields one by one. An expression or a JSON text cannot replace them all.',
			]);
		}
		const extractValue = type === 'resourceLocator';
		const given = evaluate(name, itemIndex, extractValue ? '' : initial, { extractValue });
		const namesakes = all.filter((one) => one.name === name);
		const source = { raw, zone: context.getTimezone(), item: inputAt?.(itemIndex) };
		return valueOf(property, given, source, namesakes);
	};
	const valueAt = (property: Property, itemIndex: number): unknown => {
		const { name, default: initial, type } = property;
		if (constants.has(name)) return constants.get(name);
		const raw = node.parameters[name];
		const isInput = property.isInputItem && (raw ?? initial) === initial && !isTool(node);
		if (isInput && inputAt) return inputAt(itemIndex);
		const varies = hasExpression(raw);
		if (varies && property.noDataExpression) wrong(property, 'takes no expression');
		// n8n then drops the fields that the panel shows for true or for false only.
		if (type === 'boolean' && !varies && typeof (raw ?? initial) !== 'boolean')
			wrong(property, 'must be true or false, without quotes in the JSON of the node');
		const value = isHidden(property, node) ? undefined : evaluated(property, raw, itemIndex);
		if (!varies) constants.set(name, value);
		return value;
	};
	return (properties, itemIndex) =>
		Object.fromEntries(
			properties
				.filter(({ type }) => type !== 'notice')
				.map((property) => [property.name, valueAt(property, itemIndex)]),
		);
};

/**
 * The reader of a run.
 * @param all the properties of all operations
 */
export const itemReader = (context: IExecuteFunctions, all: readonly Property[]): ItemReader =>
	createReader(
		context,
		(...of) => context.getNodeParameter(...of),
		all,
		(itemIndex) => context.getInputData()[itemIndex]?.json,
	);

/**
 * Reads parameters without items: of a trigger, or for a list in the panel. Hidden parameters
 * cannot be read, so parameters are requested in groups.
 */
export const parameterReader = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions | ILoadOptionsFunctions,
) => {
	const evaluate: Evaluate = (name, _itemIndex, fallback, options) =>
		context.getNodeParameter(name, fallback, options);
	const reader = createReader(context, evaluate, []);
	/** @throws {WrongField} that names the field by its display name. */
	return <const Group extends readonly Property[]>(...group: Group) =>
		reader(group, 0) as ParametersOf<Group>;
};
