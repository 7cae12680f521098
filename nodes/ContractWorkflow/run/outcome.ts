import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ErrorDetail } from '../../../src';
import { ApiError, isOutcomeUnknown } from '../../../src';
import { isRecord } from '../../shared/fields/propertyValue';
import type { Facts } from '../../shared/words/explained';
import { Explained, Supplemented, causeOf } from '../../shared/words/explained';
import type { Outgoing, Target } from '../surroundings';

/** Why an item failed, as it comes out of the node. */
export interface FailedItem {
	readonly message: string;
	readonly description: string;
	/** `unknown` when the request may have been carried out all the same. */
	readonly outcome: 'failed' | 'unknown';
	/** What it worked on, where that is known. */
	readonly target?: Target;
	readonly status?: number;
	readonly detail?: ErrorDetail;
	readonly retry_after?: number;
	/** What else is known, such as where a task stood after a decision that failed. */
	readonly [fact: string]: unknown;
}

/** An error about what an earlier try sent: this one need not end with it. */
export abstract class FromBefore extends Explained {
	/** Whether nobody knows what became of it. */
	abstract readonly isUnknown: boolean;
}

/** Whether an error is about an earlier try. */
export const isFromBefore = (error: unknown): boolean => causeOf(error) instanceof FromBefore;

/** Whether an item that failed may have been carried out all the same. */
export const isUnknown = (error: unknown): boolean => {
	const cause = causeOf(error);
	return cause instanceof FromBefore ? cause.isUnknown : isOutcomeUnknown(cause);
};

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
const factsOf = (error: unknown): Facts => {
	if (error instanceof Supplemented) return { ...factsOf(error.cause), ...error.facts };
	if (error instanceof Explained) return error.facts;
	if (!(error instanceof ApiError)) return {};
	return {
		status: error.status,
		...(error.detail !== undefined && { detail: shortened(error.detail) }),
		...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
	};
};

/** Why an item failed: the words of the error that n8n shows, with the facts behind it. */
export const failedItemOf = (
	nodeError: NodeApiError | NodeOperationError,
	error: unknown,
	target: Target | undefined,
): FailedItem => ({
	...factsOf(error),
	message: nodeError.message,
	description: nodeError.description ?? '',
	outcome: isUnknown(error) ? 'unknown' : 'failed',
	...(target?.id !== undefined && { target }),
});

/** Longest part of an id or a title: some are texts that people wrote. */
const longestName = 80;

const shortName = (name: string): string =>
	name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;

/** What an item works on, as words: `Task 42`; undefined where that is not known. */
export const subjectOf = (target: Target | undefined): string | undefined =>
	target?.id === undefined
		? undefined
		: `${target.kind.charAt(0).toUpperCase()}${target.kind.slice(1)} ${shortName(target.id)}`;

/** The title of the task that an error is about, where the run has read it. */
export const taskTitleIn = (error: unknown): string | undefined => {
	const { task } = factsOf(error);
	const title = isRecord(task) ? task.task_title : undefined;
	return typeof title === 'string' ? shortName(title) : undefined;
};

/**
 * The output item of an input item that failed, for "continue on fail" and the error output. It
 * holds `error` and nothing else: then every n8n sends it to the error output as it is, and lays it
 * over the input item there. An item that carries an error beside its json is cut to the message.
 */
export const failedOutput = (failed: FailedItem): Outgoing => ({
	json: { error: { ...failed } },
	isFailed: true,
});
