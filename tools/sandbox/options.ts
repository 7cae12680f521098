import { taskStatuses } from '../../src/contract';

export type TaskStatus = (typeof taskStatuses)[number];

/** The time by which a list is sorted, with the oldest or the newest first. */
export const listOrders = ['created', 'created-desc', 'updated', 'updated-desc'] as const;
export type ListOrder = (typeof listOrders)[number];

/** Which field takes the `next_cursor` of a search's first page. */
export const nextCursors = ['either', 'created', 'updated'] as const;

/** What `next_cursor` is on the last page. */
export const lastCursors = ['null', 'kept'] as const;

/** Whether a plain time is accepted as a cursor. */
export const plainCursors = ['taken', 'refused'] as const;

/** How to treat a field of a request that the API text does not show. */
export const unknownFieldTreatments = ['refused', 'ignored'] as const;

/** Status for an invalid path value, if the endpoint documents none. */
export const malformedPathStatuses = [404, 422] as const;

/** The settings of a sandbox. Every value that the API text leaves open can be chosen here. */
export interface SandboxOptions {
	/** Port of the API on 127.0.0.1; 0 takes a free one. */
	readonly port: number;
	/** Port of the web application and of the downloads; 0 takes a free one. */
	readonly appPort: number;
	/** Port of the control interface; 0 takes a free one, null leaves it off. */
	readonly controlPort: number | null;
	/** SQLite file, or `:memory:` for a store that ends with the process. */
	readonly db: string;
	/** Number of tasks in the main organization when the store is created. */
	readonly tasks: number;
	/** Number of documents in the main organization when the store is created. */
	readonly documents: number;
	/** Requests per window for a key, or for an organization's bearer traffic. */
	readonly rateLimit: number;
	/** Length of the rate window in seconds. */
	readonly windowSeconds: number;
	/** Time added to every response of the API, in milliseconds. */
	readonly latencyMs: number;
	/** Maximum deviation of the added time in both directions, in milliseconds. */
	readonly latencySpreadMs: number;
	/** Seed of the sample data. */
	readonly seed: number;
	/** Whether to delete the store and create it again. */
	readonly reset: boolean;
	/** Lifetime of a presigned download URL in seconds. */
	readonly downloadSeconds: number;
	/** Lifetime of an issued access token, in seconds. */
	readonly accessTokenSeconds: number;
	/** Lifetime of a refresh token in seconds. */
	readonly refreshTokenSeconds: number;
	/** Maximum attempts to deliver a webhook. */
	readonly webhookAttempts: number;
	/** Time until a webhook is retried, in milliseconds; doubles with each attempt. */
	readonly webhookRetryMs: number;
	/** Status of a task after a rejection, if the workflow has no path for it. */
	readonly rejectedStatus: TaskStatus;
	/** Order of a task list. */
	readonly taskOrder: ListOrder;
	/** Order of the tasks of an external source id. */
	readonly sourceTaskOrder: ListOrder;
	/** Task statuses that a list contains by default. */
	readonly activeStatuses: readonly TaskStatus[];
	/** Order of the first page of a document search, and so of the walk by offset. */
	readonly searchOrder: ListOrder;
	readonly nextCursor: (typeof nextCursors)[number];
	readonly lastCursor: (typeof lastCursors)[number];
	readonly plainCursor: (typeof plainCursors)[number];
	readonly unknownFields: (typeof unknownFieldTreatments)[number];
	readonly malformedPath: (typeof malformedPathStatuses)[number];
	/** Maximum request body in bytes. */
	readonly bodyLimit: number;
	/** Maximum number of snapshots. */
	readonly mostSnapshots: number;
	/** Maximum requests in the log; older ones are dropped. */
	readonly requestLogSize: number;
	/** The real time in milliseconds since 1970. */
	readonly now: () => number;
}

/** The time by which a list is sorted: creation or last update. */
export type SortTime = 'created' | 'updated';

/** The two parts of an order. */
export const sortOf = (order: ListOrder): { time: SortTime; isDescending: boolean } => ({
	time: order.startsWith('created') ? 'created' : 'updated',
	isDescending: order.endsWith('-desc'),
});

/** Task statuses in which the workflow is not running any more. */
export const inactiveStatuses: readonly TaskStatus[] = [
	'completed',
	'cancelled',
	'failed',
	'archived',
	'rejected',
];

const megabyte = 1024 * 1024;

export const defaultOptions: SandboxOptions = {
	port: 0,
	appPort: 0,
	controlPort: null,
	db: ':memory:',
	tasks: 80,
	documents: 240,
	rateLimit: 600,
	windowSeconds: 60,
	latencyMs: 0,
	latencySpreadMs: 0,
	seed: 1,
	reset: false,
	downloadSeconds: 300,
	accessTokenSeconds: 3600,
	refreshTokenSeconds: 14 * 24 * 3600,
	webhookAttempts: 6,
	webhookRetryMs: 1000,
	rejectedStatus: 'rejected',
	taskOrder: 'created-desc',
	sourceTaskOrder: 'created-desc',
	activeStatuses: taskStatuses.filter((status) => !inactiveStatuses.includes(status)),
	searchOrder: 'created',
	nextCursor: 'either',
	lastCursor: 'null',
	plainCursor: 'taken',
	unknownFields: 'refused',
	malformedPath: 404,
	bodyLimit: 200 * megabyte,
	mostSnapshots: 20,
	requestLogSize: 5000,
	now: Date.now,
};
