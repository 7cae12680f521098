import { z } from 'zod';
import type { OutputOf } from './endpoint';
import {
	endpoint,
	integer,
	oneOf,
	pageLimit,
	pageOffset,
	pathInteger,
	reading,
	requestObject,
	responseObject,
	timestamp,
} from './endpoint';
import { variable } from './variable';

/** Task statuses (section 3). */
export const taskStatuses = [
	'created',
	'in_progress',
	'pending',
	'completed',
	'cancelled',
	'failed',
	'archived',
	'rejected',
	'on_hold',
] as const;

/** Step run statuses (section 3). */
const stepRunStatuses = [
	'initiated',
	'pending',
	'in_progress',
	'completed',
	'failed',
	'rejected',
	'cancelled',
] as const;

const stepRun = responseObject({
	step_run_id: z.string(),
	step_id: z.string(),
	step_name: z.string(),
	step_type: z.string(),
	status: z.enum(stepRunStatuses),
	variables: z.array(variable),
});

/** A task as returned by a single read (section 2). */
export const task = responseObject({
	task_id: integer,
	task_url: z.string().nullable(),
	task_title: z.string().nullable(),
	workflow_id: z.string(),
	workflow_name: z.string().nullable(),
	workflow_version: integer,
	workflow_state_id: z.string(),
	status: z.enum(taskStatuses),
	current_step_id: z.string().nullable(),
	current_step_name: z.string().nullable(),
	current_step_type: z.string().nullable(),
	created_at: timestamp,
	updated_at: timestamp,
	completed_at: timestamp.nullable(),
	owner_email: z.string().nullable(),
	assignee_email: z.string().nullable(),
	collaborator_emails: z.array(z.string()),
	step_runs: z.array(stepRun),
	variables: z.array(variable),
});

/** A task as returned by lists: with the three fields that section 2 promises only there. */
export const listedTask = task.extend({
	priority: z.enum(['low', 'medium', 'high']).nullable(),
	current_step_run_id: z.string().nullable(),
	requester_email: z.string().nullable(),
});

/** Path of one task. */
export const taskPath = requestObject({ task_id: pathInteger });

/** GET /tasks/{task_id} (section 4, Tasks). */
export const getTask = endpoint({
	...reading,
	summary: 'Get a task',
	method: 'GET',
	path: '/tasks/{task_id}',
	params: taskPath,
	response: responseObject({ task }),
	errors: [401, 404, 500],
});

/** POST /tasks/list (section 4, Tasks). */
export const listTasks = endpoint({
	...reading,
	summary: 'List tasks',
	method: 'POST',
	path: '/tasks/list',
	body: requestObject({
		limit: pageLimit.default(50),
		offset: pageOffset.default(0),
		status: oneOf(taskStatuses).optional(),
		include_inactive: z.boolean().default(false),
		last_created_at: timestamp.optional(),
		last_updated_at: timestamp.optional(),
	}),
	response: responseObject({ tasks: z.array(listedTask), total_count: integer }),
	errors: [401, 422, 500],
	page: { rows: 'tasks', id: 'task_id', maxLimit: 200, total: 'total_count' },
});

/** GET /tasks/by-external-source-id (section 4, Tasks). */
export const listTasksByExternalSourceId = endpoint({
	...reading,
	summary: 'List the tasks of an external source ID',
	method: 'GET',
	path: '/tasks/by-external-source-id',
	query: requestObject({ external_source_id: z.string().min(1, 'must not be empty') }),
	response: responseObject({ tasks: z.array(listedTask) }),
	errors: [401, 422, 500],
});

/** GET /tasks/{task_id}/signed-documents (section 4, Tasks). */
export const listSignedDocuments = endpoint({
	...reading,
	summary: 'List the signed documents of a task',
	method: 'GET',
	path: '/tasks/{task_id}/signed-documents',
	params: taskPath,
	response: responseObject({
		task_id: integer,
		workflow_status: z.string(),
		total: integer,
		documents: z.array(
			responseObject({
				file_id: z.string(),
				file_name: z.string(),
				step_id: z.string(),
				step_name: z.string(),
				download_url: z.string(),
				expires_at: timestamp,
			}),
		),
	}),
	errors: [401, 404, 500],
});

/** GET /tasks/{task_id}/steps/{step_id}/document (section 4, Tasks). */
export const getStepDocument = endpoint({
	...reading,
	summary: 'Get the document that a step generated',
	method: 'GET',
	path: '/tasks/{task_id}/steps/{step_id}/document',
	params: taskPath.extend({ step_id: z.string() }),
	response: responseObject({
		download_url: z.string(),
		file_name: z.string(),
		expires_at: timestamp,
	}),
	errors: [401, 404, 500, 501],
});

/** A task as the service returns it by ID (section 2). */
export type Task = OutputOf<typeof getTask>['task'];

/** A task as returned by lists (section 2). */
export type ListedTask = OutputOf<typeof listTasks>['tasks'][number];
