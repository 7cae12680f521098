import { getOrgInfo } from '../../../../src';
import { operation } from '../../operation';

export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get organization',
	description: 'Get the name, the legal entities and the rate limit of the organization',
	endpoint: getOrgInfo,
	properties: [],
	request: () => ({}),
});
