import type { INodeProperties } from 'n8n-workflow';
import type { Property } from './property';
import { isBlank, isRecord } from './propertyValue';

const isCollection = ({ type }: Pick<Property, 'type'>): boolean =>
	type === 'collection' || type === 'fixedCollection';

/**
 * Makes n8n keep each collection as in the workflow. Otherwise, before a node can see them, n8n
 * drops an expression or a JSON text for a whole collection, and each key that the collection does
 * not list. A hidden property of the same name, after the collection, keeps the value unchanged.
 */
export const keepingRaw = (properties: readonly INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) => {
		if (!isCollection(property)) return [property];
		const { displayName, name, default: value, displayOptions } = property;
		const raw: INodeProperties = { displayName, name, type: 'hidden', default: value };
		return [property, displayOptions ? { ...raw, displayOptions } : raw];
	});

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
