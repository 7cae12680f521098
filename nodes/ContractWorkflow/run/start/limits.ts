import { mostParallelRequests } from '../../../shared/client/connection';
import type { ItemReader } from '../../../shared/fields/parameters';
import type { Parameters } from '../../../shared/fields/property';
import type { Operation } from '../../operation';
import { download } from '../../properties';
import type { RunOption } from '../../runOption';
import { runOption } from '../../runOption';

/** By default a few windows of one minute. */
const maxWait = runOption({
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 300,
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

/** A response without an end would fill the disk of n8n. */
const maxFileSize = runOption(
	{
		displayName: 'Max File Size (MB)',
		name: 'maxFileSize',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 1_000,
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

/** Reads the limits from the options of an operation. */
export const readLimits = (reader: ItemReader, { properties }: Operation): Limits => {
	const own = properties.filter(({ name }) => name === 'options');
	const { options } = reader.read(own, 0);
	const chosen = (options ?? {}) as Parameters;
	const numberOf = ({ property }: RunOption) => Number(chosen[property.name] ?? property.default);
	return {
		maxWaitMs: numberOf(maxWait) * 1000,
		mostParallel: Math.floor(numberOf(maxParallel)),
		mostBytes: numberOf(maxFileSize) * 1_000_000,
	};
};
