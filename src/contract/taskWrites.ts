import { z } from 'zod';
import type { Input } from './endpoint';
import { email, endpoint, integer, requestObject, responseObject, writing } from './endpoint';
import { attachedFile, base64Content } from './file';
import { taskPath } from './task';
import { inputValue } from './variable';

/** Whether a response names the same task as the path of its request. */
const isOfTask = (task_id: unknown, { params }: Input): boolean =>
	Number.isSafeInteger(task_id) &&
	Number((params as { readonly task_id?: unknown } | undefined)?.task_id) === task_id;

/**
 * POST /tasks/{task_id}/approve (section 4, Tasks). Not safe, although a second decision gets a
 * 409: the body contains no step, so a repeat can decide a second approval step.
 */
export const approveTask = endpoint({
	...writing,
	summary: 'Approve or reject a task at an approval step',
	method: 'POST',
	path: '/tasks/{task_id}/approve',
	params: taskPath,
	body: requestObject({
		approved: z.boolean(),
		comment: z.string().optional(),
		variables: z.array(inputValue).optional(),
		user_email: email.optional(),
	}),
	response: responseObject({
		task_id: integer,
		status: z.string(),
		approved: z.boolean(),
		message: z.string(),
	}),
	errors: [401, 404, 409, 422, 500],
	confirms: ({ task_id, approved }, input) =>
		isOfTask(task_id, input) && approved === (input.body as { approved?: unknown }).approved,
});

/**
 * POST /tasks/{task_id}/comment (section 4, Tasks). Emits `flows.tasks.commented`, the only event
 * that the API text names (section 6).
 */
export const commentOnTask = endpoint({
	...writing,
	summary: 'Comment on a task',
	method: 'POST',
	path: '/tasks/{task_id}/comment',
	params: taskPath,
	body: requestObject({
		comment: z.string(),
		user_email: email.optional(),
		mention_user_ids: z.array(integer).optional(),
		reply_to: integer.optional(),
		attachments: z.array(attachedFile).optional(),
	}),
	response: responseObject({
		success: z.boolean(),
		activity_log_id: integer,
		message: z.string(),
	}),
	errors: [401, 404, 422, 500],
	confirms: ({ success, activity_log_id }) =>
		success === true && Number.isSafeInteger(activity_log_id),
});

/** POST /tasks/{task_id}/attachments (section 4, Tasks). */
export const addTaskAttachments = endpoint({
	...writing,
	summary: 'Attach files to a task or to its activity log',
	method: 'POST',
	path: '/tasks/{task_id}/attachments',
	params: taskPath,
	body: requestObject({
		files: z.array(attachedFile).default([]),
		attach_to_task: z.boolean().default(false),
		attachment_ids: z.array(integer).nullable().default(null),
		reply_to: integer.nullable().default(null),
		user_email: email.nullish(),
	}),
	response: responseObject({ attachment_ids: z.array(integer) }),
	errors: [401, 404, 422, 500],
	confirms: ({ attachment_ids }) => Array.isArray(attachment_ids),
});

/** POST /tasks/{task_id}/upload-signed-document (section 4, Tasks). */
export const uploadSignedDocument = endpoint({
	...writing,
	summary: 'Attach an externally signed document to a signature step',
	method: 'POST',
	path: '/tasks/{task_id}/upload-signed-document',
	params: taskPath,
	body: requestObject({
		step_run_id: z.string(),
		file: requestObject({ filename: z.string(), base64_content: base64Content }),
	}),
	response: responseObject({
		task_id: integer,
		success: z.boolean(),
		output_variable_id: z.string(),
	}),
	errors: [401, 404, 409, 422, 500],
	confirms: ({ success, task_id }, input) => success === true && isOfTask(task_id, input),
});
