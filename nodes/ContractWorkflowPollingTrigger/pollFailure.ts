import type { Failure, INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError, InvalidInput } from '../../src';
import type { ErrorWords } from '../shared/words/errors';
import { WrongField } from '../shared/words/explained';
import { toNodeError } from '../shared/words/nodeError';
import { properties } from './description';

/**
 * Why a poll failed, as n8n's durable scheduler expects it. It decides when to poll again: soon,
 * after the time that the service requests, or late, because somebody must fix the credential or
 * the settings. Without that scheduler, n8n polls at the next poll time.
 */
export const pollFailure = (error: unknown): Failure => {
	if (error instanceof InvalidInput || error instanceof WrongField) {
		return { cause: 'configuration-invalid' };
	}
	if (!(error instanceof ApiError)) return { cause: 'temporarily-unavailable' };
	const { status, retryAfter } = error;
	if (status === 429) {
		return {
			cause: 'rate-limited',
			...(retryAfter !== undefined && { retryAfterMs: retryAfter * 1000 }),
		};
	}
	if (status === 401 || status === 403) return { cause: 'credential-invalid' };
	return status < 500 ? { cause: 'configuration-invalid' } : { cause: 'temporarily-unavailable' };
};

/**
 * The error of a poll, with the fields for the back-off of n8n's durable scheduler. `statuses` are
 * the texts of the event.
 */
export const toPollError = (
	error: unknown,
	node: INode,
	statuses?: ErrorWords['statuses'],
): NodeApiError | NodeOperationError =>
	Object.assign(toNodeError(error, { node, words: { properties, statuses } }), {
		failure: pollFailure(error),
	});
