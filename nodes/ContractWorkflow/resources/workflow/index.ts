import type { Resource } from '../../operation';
import { getSchema } from './getSchema.operation';
import { initiate } from './initiate.operation';

export const workflow: Resource = {
	name: 'Workflow',
	value: 'workflow',
	description: 'The definition of a contract workflow',
	defaultOperation: getSchema,
	operations: [getSchema, initiate],
};
