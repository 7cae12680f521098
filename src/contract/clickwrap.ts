import { z } from 'zod';
import { endpoint, integer, reading, requestObject, responseObject, timestamp } from './endpoint';

const clickwrapPath = requestObject({ slug: z.string() });

/** GET /server/clickwrap/{slug} (section 4, Clickwraps). */
export const getClickwrap = endpoint({
	...reading,
	summary: 'Get the active version of a clickwrap',
	method: 'GET',
	path: '/server/clickwrap/{slug}',
	params: clickwrapPath,
	response: responseObject({
		slug: z.string(),
		title: z.string(),
		clickwrap_type: z.enum(['click_to_accept', 'scroll_and_accept']),
		content: z.string(),
		content_html: z.string().nullable(),
		clickwrap_version_id: integer,
		version_number: integer,
	}),
	errors: [401, 404, 500],
});

/** GET /server/clickwrap/{slug}/history (section 4, Clickwraps). Newest version first. */
export const getClickwrapHistory = endpoint({
	...reading,
	summary: 'Get the published versions of a clickwrap',
	method: 'GET',
	path: '/server/clickwrap/{slug}/history',
	params: clickwrapPath,
	response: responseObject({
		slug: z.string(),
		versions: z.array(
			responseObject({
				clickwrap_version_id: integer,
				clickwrap_id: integer,
				version: integer,
				content: z.string(),
				content_html: z.string().nullable(),
				is_draft: z.literal(false),
				archived_at: timestamp.nullable(),
				created_at: timestamp,
				updated_at: timestamp,
			}),
		),
	}),
	errors: [401, 404, 500],
});
