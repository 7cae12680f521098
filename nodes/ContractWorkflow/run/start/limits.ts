import { mostParallelRequests } from '../../../shared/client/connection';
import { download } from '../../properties';
import type { Choices } from '../../runOption';
import { runOption } from '../../runOption';

/** Longest wait of one request, in seconds: a few windows of one minute. */
const defaultMaxWait = 300;

const maxWait = runOption({
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: defaultMaxWait,
	description: 'For the rate limit and retries',
});

/** An operation that asks a question takes one item. */
const maxParallel = runOption(
	{
		displayName: 'Max Parallel Requests',
		name: 'maxParallel',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: mostParallelRequests },
		default: mostParallelRequests,
	},
	({ write }) => !write?.asks,
);

/** Largest file, in MB: a response without an end would fill the disk of n8n. */
const defaultMaxFileSize = 1_000;

const maxFileSize = runOption(
	{
		displayName: 'Max File Size (MB)',
		name: 'maxFileSize',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: defaultMaxFileSize,
	},
	({ takesFiles, properties }) => takesFiles !== undefined || properties.includes(download),
);

export const limitOptions = [maxParallel, maxWait, maxFileSize] as const;

/** How requests are sent, the same for all items. */
export interface Limits {
	/** Longest wait of one request for the rate limit or for retries, in milliseconds. */
	readonly maxWaitMs: number;
	/** Maximum requests in flight. */
	readonly mostParallel: number;
	/** The largest file to send or to download, in bytes. */
	readonly mostBytes: number;
}

export const limitsOf = (chosen: Choices): Limits => ({
	maxWaitMs: (chosen(maxWait) ?? defaultMaxWait) * 1000,
	mostParallel: Math.floor(chosen(maxParallel) ?? mostParallelRequests),
	mostBytes: (chosen(maxFileSize) ?? defaultMaxFileSize) * 1_000_000,
});
