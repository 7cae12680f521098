import { taskStatuses } from '../src/contract';

export type TaskStatus = (typeof taskStatuses)[number];

/** What a list is sorted by: a time, with the oldest first, or with the newest first. */
export const listOrders = ['created', 'created-desc', 'updated', 'updated-desc'] as const;
export type ListOrder = (typeof listOrders)[number];

/** Which field takes the `next_cursor` of a search's first page. */
export const nextCursors = ['either', 'created', 'updated'] as const;

/** What `next_cursor` is on the last page. */
export const lastCursors = ['null', 'kept'] as const;

/** Whether a plain time serves as a cursor. */
export const plainCursors = ['taken', 'refused'] as const;

/** What becomes of a field that a request has and the API text does not show. */
export const unknownFieldTreatments = ['refused', 'ignored'] as const;

/** Status of a path value of the wrong form, where the endpoint documents none for it. */
export const malformedPathStatuses = [404, 422] as const;

/** How a sandbox is set up. Every value that the API text leaves open can be chosen here. */
export interface SandboxOptions {
	/** Port of the API on 127.0.0.1; 0 takes a free one. */
	readonly port: number;
	/** Port of the web application and of the downloads; 0 takes a free one. */
	readonly appPort: number;
	/** Port of the control interface; 0 takes a free one, null leaves it off. */
	readonly controlPort: number | null;
	/** SQLite file, or `:memory:` for a store that ends with the process. */
	readonly db: string;
	/** Folder with n8n's template library, to be served as well; null for none. */
	readonly templates: string | null;
	/** Number of tasks in the main organization when the store is made. */
	readonly tasks: number;
	/** Number of documents in the main organization when the store is made. */
	readonly documents: number;
	/** Requests that a key, or an organization's bearer traffic, has in one window. */
	readonly rateLimit: number;
	/** Length of the rate window in seconds. */
	readonly windowSeconds: number;
	/** Time added to every answer of the API, in milliseconds. */
	readonly latencyMs: number;
	/** How far the added time strays to either side, in milliseconds. */
	readonly latencySpreadMs: number;
	/** Number from which the sample data follow. */
	readonly seed: number;
	/** Drop what the store holds and make it anew. */
	readonly reset: boolean;
	/** Lifetime of a presigned download address in seconds. */
	readonly downloadSeconds: number;
	/** Lifetime of an access token that the sandbox hands out, in seconds. */
	readonly accessTokenSeconds: number;
	/** Lifetime of a refresh token in seconds. */
	readonly refreshTokenSeconds: number;
	/** How often a webhook is tried. */
	readonly webhookAttempts: number;
	/** Time until a webhook is tried again, in milliseconds; doubles with each attempt. */
	readonly webhookRetryMs: number;
	/** Status of a task after a rejection that the workflow has no path for. */
	readonly rejectedStatus: TaskStatus;
	/** Order of a task list. */
	readonly taskOrder: ListOrder;
	/** Order of the tasks of an external source id. */
	readonly sourceTaskOrder: ListOrder;
	/** Task statuses that a list holds unless it is asked for others. */
	readonly activeStatuses: readonly TaskStatus[];
	/** Order of the first page of a document search, and so of the walk by offset. */
	readonly searchOrder: ListOrder;
	readonly nextCursor: (typeof nextCursors)[number];
	readonly lastCursor: (typeof lastCursors)[number];
	readonly plainCursor: (typeof plainCursors)[number];
	readonly unknownFields: (typeof unknownFieldTreatments)[number];
	readonly malformedPath: (typeof malformedPathStatuses)[number];
	/** Largest request body in bytes. */
	readonly bodyLimit: number;
	/** How many snapshots are kept at a time. */
	readonly mostSnapshots: number;
	/** How many requests the log holds; older ones are dropped. */
	readonly requestLogSize: number;
	/** The real time in milliseconds since 1970. */
	readonly now: () => number;
}

/** Time by which a list is sorted: when its rows were created, or last updated. */
export type SortTime = 'created' | 'updated';

/** The two parts of an order. */
export const sortOf = (order: ListOrder): { time: SortTime; isDescending: boolean } => ({
	time: order.startsWith('created') ? 'created' : 'updated',
	isDescending: order.endsWith('-desc'),
});

/** Task statuses in which the workflow does not run any more. */
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
	templates: null,
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
