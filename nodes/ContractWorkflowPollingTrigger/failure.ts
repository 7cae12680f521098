import type { Failure, INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Endpoint } from '../../src';
import { ApiError, InvalidInput } from '../../src';
import { toNodeError } from '../ContractWorkflow/errors';

/**
 * Why a poll failed, in the words by which n8n decides when to poll again: soon, after the time that
 * the service asks for, or not before somebody has mended the credential or the settings.
 */
export const failureOf = (error: unknown): Failure => {
	if (error instanceof InvalidInput) return { cause: 'configuration-invalid' };
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

/** The error of a poll, with what n8n's back-off reads. */
export const toPollError = (
	error: unknown,
	node: INode,
	endpoint?: Endpoint,
): NodeApiError | NodeOperationError =>
	Object.assign(toNodeError(error, { node, ...(endpoint && { run: { endpoint } }) }), {
		failure: failureOf(error),
	});
