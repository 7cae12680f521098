import { taskStatuses } from '../../src/contract';

export type TaskStatus = (typeof taskStatuses)[number];

/** The time by which a list is sorted. */
export const sortTimes = ['created', 'updated'] as const;
export type SortTime = (typeof sortTimes)[number];

/** The settings of a sandbox. */
export interface SandboxOptions {
	/** Address that the API listens on. The pages and the control interface stay on 127.0.0.1. */
	readonly host: string;
	/** Port of the API; 0 takes a free one. */
	readonly port: number;
	/** Port of the web application and of the downloads; 0 takes a free one. */
	readonly appPort: number;
	/** Port of the control interface; 0 takes a free one, null leaves it off. */
	readonly controlPort: number | null;
	/** SQLite file, or `:memory:` for a store that ends with the process. */
	readonly db: string;
	/** Whether to delete the store and create it again. */
	readonly reset: boolean;
	/** Number of tasks in the main organization when the store is created. */
	readonly tasks: number;
	/** Number of documents in the main organization when the store is created. */
	readonly documents: number;
	/** Seed of the sample data. */
	readonly seed: number;
	/** Requests per window for a key, or for an organization's bearer traffic. */
	readonly rateLimit: number;
	/** Length of the rate window in seconds. */
	readonly windowSeconds: number;
	/** Time added to every response of the API, in milliseconds. */
	readonly latencyMs: number;
	/** Order of the first page of a document search, and so of the walk by offset. */
	readonly searchOrder: SortTime;
}

/** Task statuses in which the workflow is not running any more. */
export const inactiveStatuses: readonly TaskStatus[] = [
	'completed',
	'cancelled',
	'failed',
	'archived',
	'rejected',
];

/** Task statuses that a list contains by default. */
export const activeStatuses: readonly TaskStatus[] = taskStatuses.filter(
	(status) => !inactiveStatuses.includes(status),
);

/** The address that only this machine reaches. */
export const localAddress = '127.0.0.1';

export const defaultOptions: SandboxOptions = {
	host: localAddress,
	port: 0,
	appPort: 0,
	controlPort: null,
	db: ':memory:',
	reset: false,
	tasks: 80,
	documents: 240,
	seed: 1,
	rateLimit: 600,
	windowSeconds: 60,
	latencyMs: 0,
	searchOrder: 'created',
};
