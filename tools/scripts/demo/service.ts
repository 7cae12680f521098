import { z } from 'zod';
import type { Sandbox } from '../n8n/sandbox';

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

/** The state of the rate limit after a request (section 8 of the API text). */
export interface RateLimitState {
	readonly remaining: number;
	/** Unix time of the window's reset. */
	readonly reset: number;
}

/** The result of reading a list of tasks. */
export type TaskListing = {
	readonly tasks: ListedTask[];
	/** How many requests that took. */
	requests: number;
	/** After the last of them. */
	rateLimit: RateLimitState;
};

const page = z.object({ tasks: z.array(listedTask), total_count: z.number() });
const pageSize = 200;

/** Where the service is, and the key to it. */
export type Access = Pick<Sandbox, 'baseUrl' | 'apiKey'>;

/**
 * Sends a request to the service directly, without a node of this package.
 * @param path the path after the base URL
 * @param body sent by POST unless another method is given; without one the request is a GET
 * @returns the JSON of the response, for any status
 */
export const askService = async (
	{ baseUrl, apiKey }: Access,
	path: string,
	body?: unknown,
	method = body === undefined ? 'GET' : 'POST',
): Promise<unknown> => {
	const response = await fetch(`${baseUrl}${path}`, {
		method,
		headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
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
	{ baseUrl, apiKey }: Access,
	filter: { include_inactive?: boolean } = {},
): Promise<TaskListing> => {
	const listing: TaskListing = { tasks: [], requests: 0, rateLimit: { remaining: 0, reset: 0 } };
	for (let total = 1; listing.tasks.length < total; ) {
		const response = await fetch(`${baseUrl}/tasks/list`, {
			method: 'POST',
			headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
			body: JSON.stringify({ ...filter, limit: pageSize, offset: listing.tasks.length }),
		});
		if (!response.ok) {
			throw new Error(`POST /tasks/list answered ${response.status}: ${await response.text()}`);
		}
		const { tasks, total_count } = page.parse(await response.json());
		if (tasks.length === 0 && total_count > listing.tasks.length) {
			throw new Error(`POST /tasks/list gave ${listing.tasks.length} of ${total_count} tasks.`);
		}
		listing.tasks.push(...tasks);
		listing.requests += 1;
		listing.rateLimit = {
			remaining: Number(response.headers.get('X-RateLimit-Remaining')),
			reset: Number(response.headers.get('X-RateLimit-Reset')),
		};
		total = total_count;
	}
	return listing;
};

/**
 * The requests that others sent with the same key between two listings, by the service's own count.
 * @throws Error when the rate limit's window reset in between, which loses the count
 */
export const requestsBetween = (before: TaskListing, after: TaskListing): number => {
	if (before.rateLimit.reset !== after.rateLimit.reset) {
		throw new Error('The rate limit started a new window, so the requests cannot be counted.');
	}
	return before.rateLimit.remaining - after.rateLimit.remaining - after.requests;
};
