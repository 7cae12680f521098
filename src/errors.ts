import type { Endpoint, ErrorDetail } from './contract';
import { errorBody } from './contract';
import { refusalMs } from './headers';
import type { HttpRequest, HttpResponse } from './http';

/** One fault of an input; `path` is dotted, for example `body.filters.0.operator`. */
export interface InputIssue {
	readonly path: string;
	readonly message: string;
	/** The value at this place, if there is one. */
	readonly given?: unknown;
}

/**
 * Every error of the client. The errors contain facts. The code that shows them chooses the words.
 */
export type ClientError = InvalidInput | ApiError | InvalidResponse | NotSent | OutcomeUnknown;

abstract class FactualError extends Error {
	/** Distinguishes the errors in their union type, so that the compiler finds a missing text. */
	abstract override readonly name: ClientError['name'];

	/**
	 * @param outcomeUnknown whether the request may still have been carried out
	 * @param safe whether a repeat of the request changes nothing more
	 */
	constructor(
		message: string,
		readonly outcomeUnknown: boolean,
		readonly safe: boolean,
	) {
		super(message);
	}
}

/** Whether an error comes from the client. */
export const isClientError = (error: unknown): error is ClientError =>
	error instanceof FactualError;

/** The input breaks the contract; nothing was sent. */
export class InvalidInput extends FactualError {
	override readonly name = 'InvalidInput';

	constructor(readonly issues: readonly InputIssue[]) {
		super(issues.map(({ path, message }) => `${path} ${message}`).join('; '), false, true);
	}
}

/**
 * Statuses that prove that a request was not carried out: no permission (401, 403), too many
 * requests (429), requests that no server processes, and a proxy that requires a login (407). 501
 * (section 7) is final as well.
 */
const refusals = new Set([401, 403, 404, 405, 407, 411, 413, 414, 415, 429, 431, 501]);

/** Whether a status means that a write was not carried out. `documented` are the endpoint's own. */
const isRefusal = (status: number, documented: readonly number[]): boolean =>
	refusals.has(status) || (status >= 400 && status < 500 && documented.includes(status));

/** Maximum characters of a text of the service, and maximum issues of a 422. */
const longestText = 2_000;
const mostIssues = 50;

/** The message of an error response (section 7), shortened: it is shown and stored. */
const detailIn = (body: unknown): ErrorDetail | undefined => {
	const { detail: given } = (body ?? {}) as { readonly detail?: unknown };
	const few: unknown = Array.isArray(given) ? given.slice(0, mostIssues) : given;
	const { detail } = errorBody.safeParse({ detail: few }).data ?? {};
	return Array.isArray(detail)
		? detail.map((issue) => ({ ...issue, msg: issue.msg.slice(0, longestText) }))
		: detail?.slice(0, longestText);
};

/** The service answered with a status that is not a success. */
export class ApiError extends FactualError {
	override readonly name = 'ApiError';
	readonly status: number;
	/** The message of the service (section 7), if it has the documented shape. */
	readonly detail: ErrorDetail | undefined;
	/** Seconds until the rate limit's window resets, on a 429 (section 8.3). */
	readonly retryAfter: number | undefined;
	/** Whether the endpoint documents the status (section 4). */
	readonly isDocumented: boolean;

	constructor({ writes, safe, errors }: Endpoint, { status, headers, body }: HttpResponse) {
		super(`Status ${status}`, writes && !isRefusal(status, errors), safe);
		this.status = status;
		this.isDocumented = errors.some((documented) => documented === status);
		this.detail = detailIn(body);
		const waitMs = status === 429 ? refusalMs(headers, Date.now()) : undefined;
		this.retryAfter = waitMs && Math.ceil(waitMs / 1000);
	}
}

/** A success whose body does not match the API text. After a write, the outcome is then unknown. */
export class InvalidResponse extends FactualError {
	override readonly name = 'InvalidResponse';

	/**
	 * @param fault what is wrong, in words
	 * @param details more about it, in sentences
	 */
	constructor(
		readonly fault: string,
		readonly details: string,
		{ writes, safe }: Pick<HttpRequest, 'writes' | 'safe'> = { writes: false, safe: true },
	) {
		super(fault, writes, safe);
	}
}

/** A field of a response is missing, or is not what the API text says. */
export const invalidField = (field: string, endpoint: Endpoint): InvalidResponse =>
	new InvalidResponse(
		`"${field}" is missing or invalid in the response of the service`,
		`The request was ${endpoint.method} ${endpoint.path}.`,
		endpoint,
	);

/** A network failure that proves that nothing of the request was sent. */
export class NotSent extends FactualError {
	override readonly name = 'NotSent';

	/** @param host the name that could not be resolved, which can be that of a proxy */
	constructor(
		readonly code: string,
		readonly host?: string,
	) {
		super(`Not sent: ${code}`, false, true);
	}
}

/** A network failure after which the service may or may not have carried out the request. */
export class OutcomeUnknown extends FactualError {
	override readonly name = 'OutcomeUnknown';

	constructor(
		readonly code: string,
		{ writes, safe }: HttpRequest,
	) {
		super(`Broken off: ${code}`, writes, safe);
	}
}

/**
 * Codes of a failure before the request was written. A TLS handshake fails with `EPROTO`, a refused
 * certificate with a code that names it. An `ERR_SSL_…` may also occur later, so it proves nothing.
 */
const notSent =
	/^(?!ERR_SSL)(?:.*(?:^|_)CERT(?:_|$)|UNABLE_TO_VERIFY|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO)/;

/** The error of a network failure by its system code, for example `ECONNRESET`. */
export const networkError = (
	code: string,
	request: HttpRequest,
	host?: string,
): NotSent | OutcomeUnknown =>
	notSent.test(code) ? new NotSent(code, host) : new OutcomeUnknown(code, request);

/** Whether a failed request may still have been carried out. */
export const isOutcomeUnknown = (error: unknown): boolean =>
	isClientError(error) && error.outcomeUnknown;
