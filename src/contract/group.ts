import { z } from 'zod';
import { endpoint, integer, requestObject, responseObject, timestamp, writing } from './endpoint';

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
