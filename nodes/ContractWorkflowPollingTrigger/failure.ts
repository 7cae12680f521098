import type { Failure, INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError, InvalidInput } from '../../src';
import type { ErrorWords } from '../shared/errors';
import { toNodeError } from '../shared/errors';
import { WrongField } from '../shared/explained';
import { properties } from './description';

/**
 * Why a poll failed, in the words by which n8n decides when to poll again: soon, after the time that
 * the service asks for, or not before somebody has mended the credential or the settings.
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

/** The error of a poll, with what n8n's back-off reads; `statuses` are the watch's own words. */
export const toPollError = (
	error: unknown,
	node: INode,
	statuses?: ErrorWords['statuses'],
): NodeApiError | NodeOperationError =>
	Object.assign(toNodeError(error, { node, words: { properties, statuses } }), {
		failure: pollFailure(error),
	});
