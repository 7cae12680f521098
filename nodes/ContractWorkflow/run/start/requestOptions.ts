import type { INodeProperties } from 'n8n-workflow';
import { mostParallelRequests } from '../../../shared/client/connection';
import type { ItemReader } from '../../../shared/fields/parameters';
import type { Parameters } from '../../../shared/fields/property';
import { described } from '../../../shared/fields/property';
import { maxFileSize } from '../../files/maxFileSize';
import type { Resource } from '../../operation';
import { dryRun } from '../../plan/dryRun';
import type { RequestOption } from '../../requestOption';
import { chosen, requestOption } from '../../requestOption';

/** Longest wait of one request, in seconds: a few windows of a minute. */
const defaultMaxWait = 300;

const maxParallel = requestOption({
	displayName: 'Max Parallel Requests',
	name: 'maxParallel',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: mostParallelRequests },
	default: mostParallelRequests,
	description:
		'Most requests under way at the same time, 1 to 50. Fewer are while the service slows down or refuses. Items for the same task always follow each other.',
});

const maxWait = requestOption({
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: defaultMaxWait,
	description:
		'Longest time that one request waits for the rate limit to reset or for a repeat. After that the answer of the service stands.',
});

/** How requests are sent, the same for all items. */
export interface Limits {
	/** Longest wait of one request for the rate limit or for repeats, in milliseconds. */
	readonly maxWaitMs: number;
	/** Most requests under way at the same time. */
	readonly mostParallel: number;
}

export const limitsOf = (options: Parameters): Limits => ({
	maxWaitMs: (chosen(options, maxWait) ?? defaultMaxWait) * 1000,
	mostParallel: Math.floor(chosen(options, maxParallel) ?? mostParallelRequests),
});

/**
 * The parameter of the node that holds the options, each shown for the operations that offer it. A
 * switch is on when it is added: whoever adds it wants it, and one that stood there switched off
 * would be taken for it.
 * @param more those of the safeguards
 */
export const requestOptionsOf = (
	resources: readonly Resource[],
	more: readonly RequestOption[],
): INodeProperties => {
	const operations = resources.flatMap((resource) => resource.operations);
	const all: readonly RequestOption[] = [maxParallel, maxWait, maxFileSize, dryRun, ...more];
	const shown = all.map(({ property, usedBy }) => {
		const [option] = described([property]) as [INodeProperties];
		if (!usedBy) return option;
		const show = { '/operation': operations.filter(usedBy).map(({ value }) => value) };
		return { ...option, displayOptions: { show } };
	});
	return {
		displayName: 'Request Options',
		name: 'requestOptions',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: shown.sort((one, other) => (one.displayName < other.displayName ? -1 : 1)),
	};
};

/**
 * Reads the request options.
 * @param offered the parameter, with which of its options the panel shows
 * @throws {Explained} that names an option that is not known, or out of range.
 */
export const readRequestOptions = (reader: ItemReader, offered: INodeProperties): Parameters =>
	reader.read([offered], 0)[offered.name] as Parameters;
