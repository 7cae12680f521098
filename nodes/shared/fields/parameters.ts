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
import { isBlank, wrong } from './propertyValue';
import { valueOf } from './typedValue';

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
		const { name, default: initial } = property;
		if (constants.has(name)) return constants.get(name);
		const raw = node.parameters[name];
		const isInput = property.isInputItem && (raw ?? initial) === initial && !isTool(node);
		if (isInput && inputAt) return inputAt(itemIndex);
		const varies = hasExpression(raw);
		if (varies && property.noDataExpression) wrong(property, 'takes no expression');
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
