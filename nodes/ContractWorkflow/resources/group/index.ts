import type { Resource } from '../../operation';
import { create } from './create.operation';

export const group: Resource = {
	name: 'Group',
	value: 'group',
	description: 'A group of users',
	defaultOperation: create,
	operations: [create],
};
