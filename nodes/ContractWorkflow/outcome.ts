import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError, InvalidResponse, OutcomeUnknown } from '../../src';

const isUnknown = (error: unknown): boolean =>
	(error instanceof ApiError && error.outcomeUnknown) ||
	((error instanceof OutcomeUnknown || error instanceof InvalidResponse) && !error.safe);

/** Item numbers as ranges: `0-3, 7`. */
const ranges = (indexes: readonly number[]): string => {
	const runs: Array<{ from: number; to: number }> = [];
	for (const index of indexes) {
		const last = runs.at(-1);
		if (last && last.to === index - 1) last.to = index;
		else runs.push({ from: index, to: index });
	}
	return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
};

/**
 * What became of all items when one of them ended the run, so that no partial work is lost sight
 * of; undefined for a single item.
 */
export const itemsSoFar = (
	count: number,
	results: readonly unknown[],
	failures: ReadonlyMap<number, unknown>,
): string | undefined => {
	if (count < 2) return undefined;
	const indexes = Array.from({ length: count }, (_, index) => index);
	const groups: ReadonlyArray<readonly [string, number[]]> = [
		['done', indexes.filter((index) => results[index] !== undefined)],
		['failed', indexes.filter((index) => failures.has(index) && !isUnknown(failures.get(index)))],
		['outcome unknown', indexes.filter((index) => isUnknown(failures.get(index)))],
		[
			'not started',
			indexes.filter((index) => results[index] === undefined && !failures.has(index)),
		],
	];
	const clauses = groups
		.filter(([, members]) => members.length > 0)
		.map(([state, members]) => `${state} ${ranges(members)}`);
	return `Items, counted from 0: ${clauses.join('; ')}.`;
};

/**
 * The output item of an input item that failed, for "continue on fail" and the error output. It
 * holds `error` and nothing else: then every n8n sends it to the error output as it is, and lays it
 * over the input item there. An item that carries an error beside its json is cut to the message.
 */
export const failedItem = (
	nodeError: NodeApiError | NodeOperationError,
	error: unknown,
	itemIndex: number,
): INodeExecutionData => ({
	json: {
		error: {
			message: nodeError.message,
			description: nodeError.description ?? '',
			outcome: isUnknown(error) ? 'unknown' : 'failed',
			...(error instanceof ApiError && {
				status: error.status,
				...(error.detail !== undefined && { detail: error.detail }),
				...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
			}),
		},
	},
	pairedItem: { item: itemIndex },
});
