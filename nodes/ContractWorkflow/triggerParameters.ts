import type { INodeProperties, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { ParametersOf, Property } from './operation';
import type { ParameterReader } from './parameters';
import { readParameters } from './parameters';

/**
 * Reads parameters of a trigger, which has no items, as one typed object. Those that the panel hides
 * cannot be read, so they are asked for in groups.
 */
export const triggerReader = (context: IPollFunctions | IWebhookFunctions) => {
	const getNodeParameter = ((name: string, _item: number, fallback?: unknown, options?: object) =>
		context.getNodeParameter(name, fallback, options)) as ParameterReader['getNodeParameter'];
	/** @throws {InvalidInput} that names the field by its display name. */
	return <const Group extends readonly Property[]>(...group: Group) =>
		readParameters(
			{ getNodeParameter, getNode: () => context.getNode() },
			group,
			0,
		) as ParametersOf<Group>;
};

/** n8n asks for lists that it may change, which it does not; the literals are read-only. */
export const described = (properties: readonly Property[]): INodeProperties[] =>
	properties.map((property) => property as INodeProperties);
