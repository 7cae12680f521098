import { z } from 'zod';
import {
	endpoint,
	integer,
	reading,
	requestObject,
	responseObject,
	timestamp,
	writing,
} from './endpoint';

const legalEntity = responseObject({
	legal_entity_id: integer,
	name: z.string(),
	entity_type: z.string(),
	jurisdiction: z.string(),
});

/** GET /users/org-info (section 4, Organization). */
export const getOrgInfo = endpoint({
	...reading,
	summary: 'Get the organization of the API key',
	method: 'GET',
	path: '/users/org-info',
	response: responseObject({
		org_name: z.string(),
		rate_limit_per_minute: integer,
		entities: z.array(legalEntity),
		api_key_id: integer,
	}),
	errors: [401, 404],
});

/** GET /v2/users/org-info (section 4, Organization; scope `users:read`). */
export const getOrgInfoWithAccessToken = endpoint({
	...reading,
	summary: 'Get the organization of the access token',
	method: 'GET',
	path: '/v2/users/org-info',
	auth: 'accessToken',
	response: responseObject({
		org_name: z.string(),
		rate_limit_per_minute: integer.nullable(),
		entities: z.array(legalEntity),
	}),
	errors: [400, 401, 403, 404, 429, 500],
});

/** POST /groups (section 4, Groups). */
export const createGroup = endpoint({
	...writing,
	summary: 'Create a user group',
	method: 'POST',
	path: '/groups',
	body: requestObject({
		name: z.string().min(1, 'must have at least 1 character'),
		users_ids: z.array(integer).default([]),
	}),
	response: responseObject({
		group_id: integer,
		name: z.string(),
		member_user_ids: z.array(integer),
		created_at: timestamp,
	}),
	errors: [400, 401, 422, 500],
	invalidAsMessage: true,
	confirms: ({ group_id }) => Number.isSafeInteger(group_id),
});
