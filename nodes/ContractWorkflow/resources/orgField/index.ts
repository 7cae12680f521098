import type { Resource } from '../../operation';
import { getMany } from './getMany.operation';

export const orgField: Resource = {
	name: 'Org Field',
	value: 'orgField',
	description: 'A field that documents can have',
	defaultOperation: getMany,
	operations: [getMany],
};
