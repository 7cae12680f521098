import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError, isOutcomeUnknown } from '../../../src';
import { shown } from '../../shared/fields/propertyValue';
import { Explained, supplementOf } from '../../shared/words/explained';
import type { Target } from '../operation';
import type { Item, Run } from './types';

/** An error about an earlier request of an item. It does not stop the other items. */
export class FromBefore extends Explained {
	/** @param outcome of that request */
	constructor(
		message: string,
		advice: string,
		readonly outcome: 'failed' | 'unknown',
	) {
		super(message, advice);
	}
}

/** Whether a failed item may still have been carried out. */
export const isUnknown = (error: unknown): boolean =>
	error instanceof FromBefore ? error.outcome === 'unknown' : isOutcomeUnknown(error);

/** An operation as workflows store it, with its resource. */
export const operationName = ({
	resource,
	operation,
}: Pick<Run, 'resource' | 'operation'>): string => `${resource}.${operation.value}`;

/**
 * Why an item failed, as in the output of the node: the words of the error that n8n shows, and the
 * underlying facts, such as the state of a task.
 * @param of what was to be done, for example `task.approve`, and to what; if the run did start
 */
export const failedItemOf = (
	{ message, description }: NodeApiError | NodeOperationError,
	error: unknown,
	of: { readonly operation?: string; readonly target?: Target } = {},
) => ({
	...(error instanceof ApiError && {
		status: error.status,
		...(error.detail !== undefined && { detail: error.detail }),
		...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
	}),
	...supplementOf(error).facts,
	message,
	description: description ?? '',
	outcome: isUnknown(error) ? 'unknown' : 'failed',
	...of,
});

/** What is done to an item, in one word such as `approved`. */
export const doneWord = ({ operation }: Run, item: Item | undefined): string =>
	(item && operation.words?.done?.(item.input)) ?? 'done';

/** What an item works on, in words: `Task 42`; undefined if not known. */
export const subjectOf = (target: Target | undefined): string | undefined =>
	target && `${target.kind.charAt(0).toUpperCase()}${target.kind.slice(1)} ${shown(target.id)}`;
