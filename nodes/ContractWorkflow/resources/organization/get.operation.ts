import { getOrgInfo, getOrgInfoWithAccessToken, readRateLimit } from '../../../../src';
import { operation } from '../../operation';

export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get organization',
	description:
		'Get the name and the legal entities of the organization, its rate limit and what is left of it',
	endpoint: getOrgInfo,
	accessTokenEndpoint: getOrgInfoWithAccessToken,
	properties: [],
	request: () => ({}),
	items: (response, { headers }) => [{ json: { ...response, rate_limit: readRateLimit(headers) } }],
});
