import { z } from 'zod';
import type { Sandbox } from '../../sandbox/server';

/** A task in a list of the service: the fields that are read here, and all others. */
const listedTask = z
	.object({
		task_id: z.number(),
		status: z.string(),
		current_step_run_id: z.string().nullable(),
		current_step_id: z.string().nullable(),
		current_step_type: z.string().nullable(),
	})
	.passthrough();

export type ListedTask = z.infer<typeof listedTask>;

const page = z.object({ tasks: z.array(listedTask), total_count: z.number() });
const pageSize = 200;

/** Where the service is, and the key to it. */
export type Access = Pick<Sandbox, 'baseUrl' | 'apiKeys'>;

/**
 * Sends a request to the service directly, without a node of this package.
 * @param path the path after the base URL
 * @param body sent by POST unless another method is given; without one the request is a GET
 * @returns the JSON of the response, for any status
 */
export const askService = async (
	{ baseUrl, apiKeys }: Access,
	path: string,
	body?: unknown,
	method = body === undefined ? 'GET' : 'POST',
): Promise<unknown> => {
	const response = await fetch(`${baseUrl}${path}`, {
		method,
		// A connection that was kept may have ended meanwhile.
		headers: {
			'X-API-Key': apiKeys.main,
			'Content-Type': 'application/json',
			connection: 'close',
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return await response.json();
};

const progress = z.object({
	task: z.object({
		status: z.string(),
		current_step_id: z.string().nullable(),
		variables: z.array(z.object({ variable_id: z.string(), value: z.unknown() })),
	}),
});

/** The state of a task, and its variables (GET /tasks/{task_id}). */
export const readTask = async (access: Access, id: number | string) =>
	progress.parse(await askService(access, `/tasks/${id}`)).task;

/**
 * Lists tasks with the service's public API, without the nodes' own client, to check the nodes from
 * outside (POST /tasks/list, section 4 of the API text).
 * @param filter what to send beside `limit` and `offset`
 */
export const listTasks = async (
	access: Access,
	filter: { include_inactive?: boolean } = {},
): Promise<{ tasks: ListedTask[] }> => {
	const tasks: ListedTask[] = [];
	for (let total = 1; tasks.length < total; ) {
		const body = { ...filter, limit: pageSize, offset: tasks.length };
		const read = page.parse(await askService(access, '/tasks/list', body));
		if (read.tasks.length === 0 && read.total_count > tasks.length) {
			throw new Error(`POST /tasks/list gave ${tasks.length} of ${read.total_count} tasks.`);
		}
		tasks.push(...read.tasks);
		total = read.total_count;
	}
	return { tasks };
};
