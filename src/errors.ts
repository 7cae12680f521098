import type { Endpoint, ErrorDetail } from './contract';
import { errorBody } from './contract';
import { retryAfterMs } from './headers';
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
	/** Whether the request may still have been carried out. */
	abstract readonly outcomeUnknown: boolean;
}

/** Whether an error comes from the client. */
export const isClientError = (error: unknown): error is ClientError =>
	error instanceof FactualError;

/** The input breaks the contract; nothing was sent. */
export class InvalidInput extends FactualError {
	override readonly name = 'InvalidInput';
	override readonly outcomeUnknown = false;

	constructor(readonly issues: readonly InputIssue[]) {
		super(issues.map(({ path, message }) => `${path} ${message}`).join('; '));
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

/** Maximum issues of a 422 that are read, and maximum parts in the location of each. */
const mostIssues = 100;
const mostParts = 20;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** The body of an error with only its first issues: checking millions would block the process. */
const withFewIssues = (body: unknown): unknown => {
	if (!isObject(body) || !Array.isArray(body.detail)) return body;
	const detail = body.detail
		.slice(0, mostIssues)
		.map((issue: unknown) =>
			isObject(issue) && Array.isArray(issue.loc)
				? { ...issue, loc: issue.loc.slice(0, mostParts) }
				: issue,
		);
	return { detail };
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
	override readonly outcomeUnknown: boolean;
	/** Whether a repeat of the request changes nothing more. */
	readonly safe: boolean;

	constructor({ writes, safe, errors }: Endpoint, { status, headers, body }: HttpResponse) {
		super(`Status ${status}`);
		this.status = status;
		this.isDocumented = errors.some((documented) => documented === status);
		const reported = errorBody.safeParse(withFewIssues(body));
		this.detail = reported.success ? reported.data.detail : undefined;
		const wait = status === 429 ? retryAfterMs(headers) : undefined;
		this.retryAfter = wait === undefined ? undefined : wait / 1000;
		this.safe = safe;
		this.outcomeUnknown = writes && !isRefusal(status, errors);
	}
}

/** What is wrong with a success whose body does not match the API text. */
export type ResponseFault =
	| { readonly kind: 'notAnObject'; readonly request: string; readonly status: number }
	/** A field is missing, or is not the documented list, object or number. */
	| { readonly kind: 'field'; readonly request: string; readonly field: string }
	/** A success of a write does not confirm that it was carried out. */
	| { readonly kind: 'notConfirmed'; readonly request: string; readonly body: object }
	/** A page of a list has more rows than requested. */
	| { readonly kind: 'tooManyRows'; readonly asked: number; readonly given: number }
	/** The number of rows of a list is not a whole number from 0. */
	| { readonly kind: 'noCount'; readonly field: string; readonly value: string }
	/** The field that says whether a list continues is not a boolean. */
	| { readonly kind: 'noFlag'; readonly field: string; readonly value: string }
	/** The response is larger than any response of the service. */
	| { readonly kind: 'tooLarge'; readonly request: string; readonly mostBytes: number }
	/** A list claims to continue, but its last page had no new row. */
	| { readonly kind: 'noProgress' }
	/** A list claims to continue, but has no cursor to continue from. */
	| { readonly kind: 'noCursor' };

/** A success whose body does not match the API text. After a write, the outcome is then unknown. */
export class InvalidResponse extends FactualError {
	override readonly name = 'InvalidResponse';
	override readonly outcomeUnknown: boolean;
	/** Whether a repeat of the request changes nothing more. */
	readonly safe: boolean;

	constructor(
		readonly fault: ResponseFault,
		{ writes, safe }: Pick<HttpRequest, 'writes' | 'safe'> = { writes: false, safe: true },
	) {
		super(`Invalid response: ${fault.kind}`);
		this.safe = safe;
		this.outcomeUnknown = writes;
	}
}

/** What a transport knows about a network failure. */
export interface Network {
	/** Whether the request used https. */
	readonly isEncrypted?: boolean;
	/** The proxy that could not be reached, if it was not the service. */
	readonly proxy?: string | undefined;
	/** Whether the service is on the same machine. */
	readonly isLocal?: boolean;
}

/** A network failure that proves that nothing of the request was sent. */
export class NotSent extends FactualError {
	override readonly name = 'NotSent';
	override readonly outcomeUnknown = false;

	constructor(
		readonly code: string,
		readonly network: Network = {},
	) {
		super(`Not sent: ${code}`);
	}
}

/** A network failure after which the service may or may not have carried out the request. */
export class OutcomeUnknown extends FactualError {
	override readonly name = 'OutcomeUnknown';
	override readonly outcomeUnknown: boolean;
	/** Whether a repeat of the request changes nothing more. */
	readonly safe: boolean;

	constructor(
		readonly code: string,
		{ writes, safe }: HttpRequest,
		readonly network: Network = {},
	) {
		super(`Broken off: ${code}`);
		this.safe = safe;
		this.outcomeUnknown = writes;
	}
}

const notSentCodes = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
	// The TLS handshake fails, or the certificate is refused, before the request is written. An
	// `ERR_SSL_…` may also occur later, so it proves nothing.
	'EPROTO',
	'CERT_CHAIN_TOO_LONG',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'CERT_REJECTED',
	'CERT_REVOKED',
	'CERT_SIGNATURE_FAILURE',
	'CERT_UNTRUSTED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
	'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The error of a network failure by its system code, for example `ECONNRESET`. */
export const networkError = (
	code: string,
	request: HttpRequest,
	network?: Network,
): NotSent | OutcomeUnknown =>
	notSentCodes.has(code) ? new NotSent(code, network) : new OutcomeUnknown(code, request, network);

/** Whether a failed request may still have been carried out. */
export const isOutcomeUnknown = (error: unknown): boolean =>
	isClientError(error) && error.outcomeUnknown;
