import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { ErrorDetail } from '../../../src';
import { ApiError, isOutcomeUnknown } from '../../../src';
import { Explained, supplementOf } from '../../shared/words/explained';
import type { Target } from '../surroundings';
import type { Run } from './run';

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

/** An error about an earlier request of an item. It does not stop the other items. */
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

/** Whether a failed item may still have been carried out. */
export const isUnknown = (error: unknown): boolean =>
	error instanceof FromBefore ? error.isUnknown : isOutcomeUnknown(error);

/** An operation as workflows store it, with its resource. */
export const operationName = ({
	resource,
	operation,
}: Pick<Run, 'resource' | 'operation'>): string => `${resource}.${operation.value}`;

/** Why an item failed: the words of the error that n8n shows, and the underlying facts. */
export const failedItemOf = (
	{ message, description }: NodeApiError | NodeOperationError,
	error: unknown,
	{ operation, target }: Pick<FailedItem, 'operation'> & { readonly target?: Target | undefined },
): FailedItem => ({
	...(error instanceof Explained && error.facts),
	...(error instanceof ApiError && {
		status: error.status,
		...(error.detail !== undefined && { detail: error.detail }),
		...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
	}),
	...supplementOf(error).facts,
	message,
	description: description ?? '',
	outcome: isUnknown(error) ? 'unknown' : 'failed',
	...(operation !== undefined && { operation }),
	...(target?.id !== undefined && { target }),
});

/** Maximum characters of an ID that are shown: people write some of them. */
const longestId = 80;

/** What an item works on, in words: `Task 42`; undefined if not known. */
export const subjectOf = (target: Target | undefined): string | undefined =>
	target?.id === undefined
		? undefined
		: `${target.kind.charAt(0).toUpperCase()}${target.kind.slice(1)} ${target.id.slice(0, longestId)}`;
