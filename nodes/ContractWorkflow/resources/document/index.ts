import type { Resource } from '../../operation';
import { search } from './search.operation';
import { updateAttributes } from './updateAttributes.operation';

export const document: Resource = {
	name: 'Document',
	value: 'document',
	description: 'A document of the document store',
	defaultOperation: search,
	operations: [search, updateAttributes],
};
