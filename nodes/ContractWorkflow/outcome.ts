import type { INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ErrorDetail } from '../../src';
import { ApiError, isOutcomeUnknown } from '../../src';
import type { Standing } from './decision';
import { DecisionUnknown, NotDecided } from './decision';

/** Why an item failed, as it comes out of the node. */
export interface Failure {
	readonly message: string;
	readonly description: string;
	/** `unknown` when the request may have been carried out all the same. */
	readonly outcome: 'failed' | 'unknown';
	readonly status?: number;
	readonly detail?: ErrorDetail;
	readonly retry_after?: number;
	/** Where the task stood after a decision that failed. */
	readonly task?: Standing;
}

/** An item failed in an earlier try of the same run, and may not be sent again. */
export class FailedBefore extends Error {
	override readonly name = 'FailedBefore';

	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}

/** Whether an item that failed may have been carried out all the same. */
export const isUnknown = (error: unknown): boolean =>
	error instanceof FailedBefore || error instanceof DecisionUnknown || isOutcomeUnknown(error);

/** Longest text, and most entries, of the service's own words in an output item. */
const longestText = 2_000;
const mostEntries = 50;

const shortened = (detail: ErrorDetail): ErrorDetail =>
	typeof detail === 'string'
		? detail.slice(0, longestText)
		: detail
				.slice(0, mostEntries)
				.map((entry) => ({ ...entry, msg: entry.msg.slice(0, longestText) }));

/** What to tell of an error beside its text. */
const factsOf = (error: unknown): Partial<Failure> => {
	if (error instanceof DecisionUnknown) {
		return { ...factsOf(error.cause), ...(error.standing && { task: error.standing }) };
	}
	if (error instanceof NotDecided) return { task: error.standing };
	if (!(error instanceof ApiError)) return {};
	return {
		status: error.status,
		...(error.detail !== undefined && { detail: shortened(error.detail) }),
		...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
	};
};

/** Why an item failed: the words of the error that n8n shows, with the facts behind it. */
export const failureOf = (nodeError: NodeApiError | NodeOperationError, error: unknown): Failure =>
	error instanceof FailedBefore
		? error.failure
		: {
				message: nodeError.message,
				description: nodeError.description ?? '',
				outcome: isUnknown(error) ? 'unknown' : 'failed',
				...factsOf(error),
			};

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
export const failedItem = (failure: Failure, itemIndex: number): INodeExecutionData => ({
	json: { error: { ...failure } },
	pairedItem: { item: itemIndex },
});
