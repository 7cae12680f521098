import { mostParallelRequests } from '../../shared/client/connection';
import type { ItemReader } from '../../shared/fields/parameters';
import type { ParametersOf } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';
import type { Operation } from '../operation';

/** By default a few windows of one minute. */
export const maxWait = property({
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 300,
	description: 'For rate limits and outages',
});

export const maxParallel = property({
	displayName: 'Max Parallel Requests',
	name: 'maxParallel',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: mostParallelRequests },
	default: mostParallelRequests,
});

/** A response without an end would fill the disk of n8n. */
export const maxFileSize = property({
	displayName: 'Max File Size (MB)',
	name: 'maxFileSize',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 1_000,
});

/** How requests are sent, the same for all items. */
export interface Limits {
	/** Longest wait of one request for the rate limit or for retries, in milliseconds. */
	readonly maxWaitMs: number;
	/** Maximum requests in flight. */
	readonly mostParallel: number;
	/** The largest file to send or to download, in bytes. */
	readonly mostBytes: number;
}

type Chosen = Partial<ParametersOf<[typeof maxWait, typeof maxParallel, typeof maxFileSize]>>;

/** Reads the limits from the options of an operation. */
export const readLimits = (reader: ItemReader, { properties }: Operation): Limits => {
	const own = properties.filter(({ name }) => name === 'options');
	const chosen = (reader(own, 0).options ?? {}) as Chosen;
	return {
		maxWaitMs: (chosen.maxWait ?? maxWait.default) * 1000,
		mostParallel: Math.floor(chosen.maxParallel ?? maxParallel.default),
		mostBytes: (chosen.maxFileSize ?? maxFileSize.default) * 1_000_000,
	};
};
