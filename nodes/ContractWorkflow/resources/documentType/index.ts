import type { Resource } from '../../operation';
import { getMany } from './getMany.operation';

export const documentType: Resource = {
	name: 'Document Type',
	value: 'documentType',
	description: 'A type of document',
	defaultOperation: getMany,
	operations: [getMany],
};
