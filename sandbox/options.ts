import type { taskStatuses } from '../src/contract';

export type TaskStatus = (typeof taskStatuses)[number];

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
	/** Order of the first page of a document search, and so of the walk by offset. */
	readonly searchOrder: SearchOrder;
	/** Largest request body in bytes. */
	readonly bodyLimit: number;
	/** How many requests the log holds; older ones are dropped. */
	readonly requestLogSize: number;
	/** The real time in milliseconds since 1970. */
	readonly now: () => number;
}

/** Time by which documents are walked: when they were created, or last updated. */
export type SearchOrder = 'created' | 'updated';

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
	searchOrder: 'created',
	bodyLimit: 200 * megabyte,
	requestLogSize: 5000,
	now: Date.now,
};
