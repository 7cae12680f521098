import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Property } from '../shared/fields/property';
import { described, keepingRaw } from '../shared/fields/property';
import { download } from './files/documentItem';
import type { Operation, Resource } from './operation';
import { dryRun, misspelledDryRuns } from './plan/plan';
import { credentialType, ownOptions } from './properties';
import { maxFileSize, maxParallel, maxWait } from './run/limits';
import { safeguards } from './safeguards';
import { inputFields } from './variables/suggestions';
import { keptVariablesJson } from './variables/variables';

const isCollection = ({ type }: Property): boolean => type === 'collection';
const isOptions = ({ name }: Property): boolean => name === 'options';

const optionName = (option: object): string =>
	'displayName' in option ? String(option.displayName) : '';

/** The collection Options of an operation: its own options and the node's, sorted as n8n wants. */
const optionsOf = (operation: Operation): Property => {
	const { properties, takesFiles } = operation;
	const [own = ownOptions()] = properties.filter(isOptions);
	const options = [
		...(own.options ?? []),
		maxWait,
		// An operation that asks a question takes one item.
		...(operation.asks ? [] : [maxParallel]),
		...(takesFiles || properties.includes(download) ? [maxFileSize] : []),
	];
	options.sort((one, other) => optionName(one).localeCompare(optionName(other)));
	return { ...own, options };
};

/** What an assistant leaves at its default. */
const tuning = ['maxFileSize', 'maxParallel', 'maxWait', 'outputField'];

/**
 * Keeps tuning out of the types that n8n makes for assistants. They leave a field out if one of its
 * conditions can hold. The panel disables it only where all hold, and no resource has this name.
 */
const untyped = (property: Property, operation: string): Property => {
	const { options = [] } = property;
	const named = isOptions(property) ? options : [property];
	const disabledOptions = { show: { operation: [operation], resource: [''] } };
	const isTuning = named.every(({ name }) => tuning.includes(name));
	return isTuning ? { ...property, disabledOptions } : property;
};

/** An operation with the fields that the node and its safeguards add. */
const completed = (operation: Operation): Operation => {
	const own = operation.properties.filter((one) => !isOptions(one));
	const properties = [
		...own.filter((one) => !isCollection(one)),
		...safeguards.flatMap(({ fields }) => fields?.(operation) ?? []),
		...(operation.endpoint.writes ? [dryRun] : []),
		...own.filter(isCollection),
		optionsOf(operation),
	];
	return { ...operation, properties: properties.map((one) => untyped(one, operation.value)) };
};

/** Adds the fields of the node and its safeguards to each operation. */
export const withNodeFields = (resources: readonly Resource[]): Resource[] =>
	resources.map((one) => ({ ...one, operations: one.operations.map(completed) }));

/** Enough for the names of this package, which are plain ASCII and start with a capital. */
const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);

const onlyFor = (show: NonNullable<IDisplayOptions['show']>, property: INodeProperties) => ({
	...property,
	displayOptions: {
		...property.displayOptions,
		show: { ...show, ...property.displayOptions?.show },
	},
});

const picker = (
	displayName: string,
	name: string,
	options: INodePropertyOptions[],
	first: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'options',
	noDataExpression: true,
	options,
	default: first,
});

/** An agent passes no files, and does not wait for a person's answer. */
const canBeTool = (operation: Operation): boolean =>
	operation.takesFiles !== 'always' && !operation.asks;

const operationOption = (operation: Operation): INodePropertyOptions => {
	const { name, value, action, description, builderHint } = operation;
	return {
		name,
		value,
		action,
		description,
		...(builderHint !== undefined && { builderHint: { propertyHint: builderHint } }),
		...(!canBeTool(operation) && { displayOptions: { hide: { '@tool': [true] } } }),
	};
};

const operationPicker = ({ value, operations }: Resource): INodeProperties =>
	onlyFor(
		{ resource: [value] },
		picker(
			'Operation',
			'operation',
			operations.map(operationOption).sort(byName),
			operations[0]?.value ?? '',
		),
	);

const operationProperties = ({ value: resource, operations }: Resource): INodeProperties[] =>
	operations.flatMap(({ value: operation, properties }) =>
		described(properties).map((property) =>
			onlyFor({ resource: [resource], operation: [operation] }, property),
		),
	);

/**
 * The text below the name of a node: the operation and the resource as in the pickers, and whether
 * it is a dry run, if that is fixed.
 */
export const subtitleOf = (resources: readonly Resource[]): string => {
	const all = resources.flatMap(({ name: resource, value, operations }) =>
		operations.map((one) => ({ key: `${value} ${one.value}`, words: `${one.name}: ${resource}` })),
	);
	const words = JSON.stringify(Object.fromEntries(all.map(({ key, words }) => [key, words])));
	const key = '$parameter["resource"] + " " + $parameter["operation"]';
	return `={{ ($rawParameter["dryRun"] === true ? "Dry Run · " : "") + (${words})[${key}] }}`;
};

/**
 * All properties of a node that offers `resources`: the resource, the operation, the credential
 * type, and the fields of each operation.
 */
export const propertiesOf = (resources: readonly Resource[]): INodeProperties[] =>
	keepingRaw([
		picker(
			'Resource',
			'resource',
			resources.map(({ name, value, description }) => ({ name, value, description })),
			'task',
		),
		...resources.map(operationPicker),
		...described([credentialType]),
		...resources.flatMap(operationProperties),
		...described([...misspelledDryRuns, keptVariablesJson, inputFields]),
	]);
