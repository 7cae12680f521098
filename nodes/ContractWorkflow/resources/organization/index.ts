import type { Resource } from '../../operation';
import { get } from './get.operation';

export const organization: Resource = {
	name: 'Organization',
	value: 'organization',
	description: 'The organization of the credential',
	defaultOperation: get,
	operations: [get],
};
