import type { Resource } from '../../operation';
import { getSchema } from './getSchema.operation';
import { initiate } from './initiate.operation';

export const workflow: Resource = {
	name: 'Workflow',
	value: 'workflow',
	description: 'A contract workflow, as it is defined',
	defaultOperation: getSchema,
	operations: [getSchema, initiate],
};
