import { details } from '../../src/contract';
import { code, table } from './markdown';

export type DetailName = keyof typeof details;

/** The subject of a `detail` text. One table each. */
type Group = 'API key' | 'access token' | 'other';

/** Where and when the service returns each of the texts of `details`. */
export const occasions: Readonly<Record<DetailName, readonly [Group, number, string]>> = {
	keyRequired: ['API key', 401, 'the request has no `X-API-Key`'],
	keyInvalid: ['API key', 401, 'there is no such key'],
	keyInactive: ['API key', 401, 'the key is deactivated'],
	keyRevoked: ['API key', 401, 'the key is revoked for good'],
	keyExpired: ['API key', 401, 'the expiration date of the key is over'],
	ownerInactive: ['API key', 403, 'its creator is no active member any more'],
	tokenInvalid: [
		'access token',
		401,
		'there is no token, it is unknown, revoked or expired, or an API key came in its place',
	],
	scopeMissing: ['access token', 403, 'the token lacks the scope `users:read`'],
	tokenWithoutUser: ['access token', 400, 'the token has no user'],
	rateLimitExceeded: ['other', 429, 'the rate limit is used up (section 8.3)'],
	invalidVersion: ['other', 400, 'a workflow version is no integer and not `latest` (section 9.1)'],
};

/** The literally quoted texts of `detail` about `group`. */
export const detailsTable = (group: Group): string => {
	const rows = Object.entries(occasions)
		.filter(([, [about]]) => about === group)
		.map(([name, [, status, when]]) => {
			const text = details[name as DetailName];
			return [code(typeof text === 'string' ? text : text('<value>')), String(status), when];
		});
	return table(['`detail`', 'Status', 'When'], rows);
};
