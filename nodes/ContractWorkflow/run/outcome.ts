import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ErrorDetail } from '../../../src';
import { ApiError, isOutcomeUnknown } from '../../../src';
import { isRecord } from '../../shared/fields/propertyValue';
import type { Facts } from '../../shared/words/explained';
import { Explained, supplementOf } from '../../shared/words/explained';
import type { Outgoing, Target } from '../surroundings';
import type { Item, Run } from './run';

/** Why an item failed, as in the output of the node. */
export interface FailedItem {
	readonly message: string;
	readonly description: string;
	/** `unknown` if the request may still have been carried out. */
	readonly outcome: 'failed' | 'unknown';
	/** What was to be done, for example `task.approve`; absent if the run did not start. */
	readonly operation?: string;
	/** What it worked on, if known. */
	readonly target?: Target;
	readonly status?: number;
	readonly detail?: ErrorDetail;
	readonly retry_after?: number;
	/** What else is known, such as the state of a task after a failed decision. */
	readonly [fact: string]: unknown;
}

/** An error about an earlier request of an item. The current try may still continue. */
export class FromBefore extends Explained {
	override readonly name = 'FromBefore';

	/** @param isUnknown whether the outcome of that request is unknown */
	constructor(
		message: string,
		advice: string,
		readonly isUnknown: boolean,
	) {
		super(message, advice);
	}
}

/** Whether an error is about an earlier try. */
export const isFromBefore = (error: unknown): boolean => error instanceof FromBefore;

/** Whether a failed item may still have been carried out. */
export const isUnknown = (error: unknown): boolean =>
	error instanceof FromBefore ? error.isUnknown : isOutcomeUnknown(error);

/** An operation as workflows store it, with its resource. */
export const operationName = ({
	resource,
	operation,
}: Pick<Run, 'resource' | 'operation'>): string => `${resource}.${operation.value}`;

/** Whether an item comes back that failed in this operation with an unknown outcome. */
export const isReturned = (run: Run, { json: { error }, target }: Item): boolean =>
	isRecord(error) &&
	error.outcome === 'unknown' &&
	error.operation === operationName(run) &&
	isRecord(error.target) &&
	error.target.kind === target?.kind &&
	error.target.id === target?.id;

/** Limits on the length and number of the service's own texts in an output item. */
const longestText = 2_000;
const mostEntries = 50;

const shortened = (detail: ErrorDetail): ErrorDetail =>
	typeof detail === 'string'
		? detail.slice(0, longestText)
		: detail
				.slice(0, mostEntries)
				.map((entry) => ({ ...entry, msg: entry.msg.slice(0, longestText) }));

/** What to report about an error beside its text. */
const factsOf = (error: unknown): Facts => ({
	...(error instanceof Explained && error.facts),
	...(error instanceof ApiError && {
		status: error.status,
		...(error.detail !== undefined && { detail: shortened(error.detail) }),
		...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
	}),
	...supplementOf(error).facts,
});

/** Why an item failed: the words of the error that n8n shows, and the underlying facts. */
export const failedItemOf = (
	nodeError: NodeApiError | NodeOperationError,
	error: unknown,
	{ operation, target }: Pick<FailedItem, 'operation'> & { readonly target?: Target | undefined },
): FailedItem => ({
	...factsOf(error),
	message: nodeError.message,
	description: nodeError.description ?? '',
	outcome: isUnknown(error) ? 'unknown' : 'failed',
	...(operation !== undefined && { operation }),
	...(target?.id !== undefined && { target }),
});

/** Maximum characters of an id or a title: people write some of them. */
const longestName = 80;

const shortName = (name: string): string =>
	name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;

/** What an item works on, in words: `Task 42`; undefined if not known. */
export const subjectOf = (target: Target | undefined): string | undefined =>
	target?.id === undefined
		? undefined
		: `${target.kind.charAt(0).toUpperCase()}${target.kind.slice(1)} ${shortName(target.id)}`;

/** The title of the task that an error is about, if the run has read it. */
export const taskTitleIn = (error: unknown): string | undefined => {
	const { task } = factsOf(error);
	const title = isRecord(task) ? task.task_title : undefined;
	return typeof title === 'string' ? shortName(title) : undefined;
};

/**
 * The output item of an input item that failed, for "continue on fail" and the error output. It has
 * only the field `error`. Every n8n version then sends it unchanged to the error output, and merges
 * it with the input item there. If an item has an error beside its json, n8n reduces it to the
 * message.
 */
export const failedOutput = (failed: FailedItem): Outgoing => ({
	json: { error: { ...failed } },
	isFailed: true,
});
