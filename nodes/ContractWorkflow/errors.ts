import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Endpoint, ErrorDetail, InputIssue } from '../../src';
import { ApiError, InvalidInput, InvalidResponse, NotSent, OutcomeUnknown } from '../../src';
import { adviceFor, outcomeAdvice } from './advice';
import { Stopped } from './clock';
import { DecisionUnknown, NotDecided, standingText } from './decision';
import { DownloadFailed } from './files';
import type { Labels } from './labels';
import { fieldLabel } from './labels';
import type { Operation } from './operation';
import { FailedBefore } from './outcome';
import { TokenNotRenewed } from './transport';

export interface ErrorContext {
	readonly node: INode;
	/** Absent while the operation is not known yet; a trigger has no operation. */
	readonly run?: { readonly operation?: Operation; readonly endpoint: Endpoint };
	/** Counted from 0, as n8n does; a trigger has no item. */
	readonly itemIndex?: number;
	/** What became of the other items, if there are others. */
	readonly otherItems?: string;
}

/** Longest part of the service's own words that is shown. */
const longestDetail = 2_000;

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const issueText = ({ path, message }: InputIssue, labels?: Labels) =>
	`${fieldLabel(path, labels)} ${message}`;

/** `detail` with each field in the interface's words. */
const serviceWords = (detail: ErrorDetail | undefined, labels?: Labels): string => {
	const text = Array.isArray(detail)
		? detail.map(({ loc, msg }) => `${fieldLabel(loc.join('.'), labels)}: ${msg}`).join('; ')
		: detail;
	return text ? `The service says: ${sentence(text.slice(0, longestDetail))} ` : '';
};

const titles: Readonly<Record<number, string>> = {
	400: 'The service refused the request',
	401: 'The service did not accept the credential',
	403: 'The service denied access',
	404: 'The service did not find it',
	409: 'The task is not in a state that allows this',
	422: 'The service did not accept the values',
	429: 'The rate limit of the service is used up',
	501: 'The step has no document',
};

const apiErrorText = (error: ApiError, endpoint?: Endpoint, labels?: Labels) => ({
	message: error.outcomeUnknown
		? `The service answered with status ${error.status}; whether the request was carried out is unknown`
		: (titles[error.status] ?? `The service answered with status ${error.status}`),
	description: serviceWords(error.detail, labels) + adviceFor(endpoint, error),
});

const networkErrorText = (error: NotSent | OutcomeUnknown, endpoint?: Endpoint) => {
	const advice =
		error instanceof NotSent
			? 'Check the Base URL in the credential, and that n8n can reach the service.'
			: error.safe
				? 'Nothing was changed: run the node again.'
				: outcomeAdvice(endpoint);
	return { message: error.message, description: `${advice} (${error.code})` };
};

/**
 * The one place where an error of this package becomes an error of n8n: what happened as its
 * message, the service's own words and what to do next as its description.
 */
export const toNodeError = (
	error: unknown,
	{ node, run, itemIndex, otherItems }: ErrorContext,
): NodeApiError | NodeOperationError => {
	const endpoint = run?.endpoint;
	const labels = run?.operation?.labels;
	const whole = (description: string) => [description, otherItems].filter(Boolean).join(' ');
	const apiError = (text: { message: string; description: string }, httpCode?: string) => {
		const fields: JsonObject = { message: text.message };
		return new NodeApiError(node, fields, {
			message: text.message,
			description: whole(text.description),
			httpCode,
			itemIndex,
		});
	};
	const operationError = (message: string, description: string) =>
		new NodeOperationError(node, message, { description: whole(description), itemIndex });

	if (error instanceof DecisionUnknown) {
		const { cause, standing } = error;
		const text = [standing && standingText(standing), otherItems].filter(Boolean).join(' ');
		return toNodeError(cause, { node, run, itemIndex, otherItems: text });
	}
	if (error instanceof ApiError) {
		return apiError(apiErrorText(error, endpoint, labels), String(error.status));
	}
	if (error instanceof NotSent || error instanceof OutcomeUnknown) {
		// Without its code: n8n has a text of its own for each, and would put it in place of ours.
		return apiError(networkErrorText(error, endpoint));
	}
	if (error instanceof InvalidInput) {
		return operationError(
			error.issues.map((issue) => issueText(issue, labels)).join('; '),
			'Nothing was sent. Correct the field and run again.',
		);
	}
	if (error instanceof InvalidResponse) {
		return operationError(
			error.message,
			error.safe
				? 'Check that the Base URL in the credential is the address of the service.'
				: outcomeAdvice(endpoint),
		);
	}
	if (error instanceof DownloadFailed) {
		return operationError(error.message, 'The link may have expired: run the node again.');
	}
	if (error instanceof TokenNotRenewed) {
		return operationError(
			'n8n could not renew the access token',
			`${sentence(error.message)} Connect the OAuth2 credential again.`,
		);
	}
	if (error instanceof NotDecided) {
		return operationError(
			error.message,
			`${standingText(error.standing)} Nothing was sent. To pass over such tasks set "If Already Decided" to Skip.`,
		);
	}
	if (error instanceof FailedBefore) {
		const { message, description } = error.failure;
		return operationError(message, `${description} It was not sent again by this try.`);
	}
	if (error instanceof Stopped) return operationError(error.message, 'Nothing more was sent.');
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		itemIndex,
		description: otherItems,
	});
};
