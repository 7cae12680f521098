import { getOrgInfo, getOrgInfoWithAccessToken, readRateLimit } from '../../../../src';
import { operation } from '../../operation';

export const get = operation({
	name: 'Get',
	value: 'get',
	action: 'Get organization',
	description:
		'Get the name, the legal entities, the rate limit and the remaining requests of the organization',
	endpoint: getOrgInfo,
	accessTokenEndpoint: getOrgInfoWithAccessToken,
	properties: [],
	request: () => ({}),
	items: (response, { headers }) => [{ json: { ...response, rate_limit: readRateLimit(headers) } }],
});
