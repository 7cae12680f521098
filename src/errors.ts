import type { ErrorDetail } from './contract';
import { errorBody } from './contract';
import { retryAfterMs } from './headers';
import type { HttpRequest, HttpResponse } from './http';

/** One fault of an input; `path` is dotted, for example `body.filters.0.operator`. */
export interface InputIssue {
	readonly path: string;
	readonly message: string;
}

/** The input breaks the contract; nothing was sent. */
export class InvalidInput extends Error {
	override readonly name = 'InvalidInput';

	constructor(readonly issues: readonly InputIssue[]) {
		super(issues.map(({ path, message }) => `${path} ${message}`).join('; '));
	}
}

/** The service answered with a status that is not a success. */
export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly status: number;
	/** What the service says (section 7), if it says anything in the documented shape. */
	readonly detail: ErrorDetail | undefined;
	/** Seconds until the rate limit's window resets, on a 429 (section 8.3). */
	readonly retryAfter: number | undefined;
	/** Whether the request may have been carried out all the same: a 5xx does not tell. */
	readonly outcomeUnknown: boolean;

	constructor(request: HttpRequest, response: HttpResponse) {
		const body = errorBody.safeParse(response.body);
		const detail = body.success ? body.data.detail : undefined;
		super(detailText(detail) ?? `The service answered with status ${response.status}`);
		this.status = response.status;
		this.detail = detail;
		const wait = response.status === 429 ? retryAfterMs(response.headers) : undefined;
		this.retryAfter = wait === undefined ? undefined : wait / 1000;
		this.outcomeUnknown = !request.safe && response.status >= 500 && response.status !== 501;
	}
}

/**
 * The service answered a success whose body is not what the API text describes. After a request
 * that is not safe it is not known, then, what was carried out.
 */
export class InvalidResponse extends Error {
	override readonly name = 'InvalidResponse';

	constructor(
		message: string,
		/** Whether the request changes nothing when it is repeated. */
		readonly safe = true,
	) {
		super(message);
	}
}

/** A network failure that proves that nothing of the request was sent. */
export class NotSent extends Error {
	override readonly name = 'NotSent';

	constructor(readonly code: string) {
		super('The service could not be reached; nothing was sent');
	}
}

/** A network failure after which the service may or may not have carried the request out. */
export class OutcomeUnknown extends Error {
	override readonly name = 'OutcomeUnknown';
	/** Whether the request changes nothing when it is repeated. */
	readonly safe: boolean;

	constructor(
		readonly code: string,
		request: HttpRequest,
	) {
		super('The connection broke before the service answered');
		this.safe = request.safe;
	}
}

const notSentCodes = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	// A certificate is refused before the request is written.
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The error of a network failure by its system code, for example `ECONNRESET`. */
export const networkError = (code: string, request: HttpRequest): NotSent | OutcomeUnknown =>
	notSentCodes.has(code) ? new NotSent(code) : new OutcomeUnknown(code, request);

/** `detail` of an error body as one text, one clause for each validation issue (section 7). */
export const detailText = (detail: ErrorDetail | undefined): string | undefined =>
	Array.isArray(detail)
		? detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ')
		: detail;

/** Whether a failed request may have been carried out all the same. */
export const isOutcomeUnknown = (error: unknown): boolean =>
	(error instanceof ApiError && error.outcomeUnknown) ||
	((error instanceof OutcomeUnknown || error instanceof InvalidResponse) && !error.safe);
