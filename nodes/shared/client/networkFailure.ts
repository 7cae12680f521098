import type { HttpRequest, HttpResponse } from '../../../src';
import { InvalidResponse, NotSent, OutcomeUnknown, networkError } from '../../../src';
import { Explained } from '../words/explained';
import type { Mask } from './mask';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** Maximum characters of n8n's text, if there is no code. */
const longestReason = 200;

/** n8n could not renew the OAuth2 token; `reason` is n8n's own text. */
class TokenNotRenewed extends Explained {
	override readonly name = 'TokenNotRenewed';

	constructor(reason: string) {
		const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
		super(
			'n8n could not renew the access token',
			`${sentence} Connect the OAuth2 credential again.`,
		);
	}
}

type Cause = Readonly<Record<string, unknown>>;

/** An error and its causes, the outermost first. */
const causesOf = (error: unknown): Cause[] => {
	const causes: Cause[] = [];
	for (let cause = error; isObject(cause) && causes.length < 5; cause = cause.cause) {
		causes.push(cause);
	}
	return causes;
};

const codeIn = (causes: readonly Cause[]): string | undefined =>
	causes
		.flatMap(({ code, httpCode }) => [code, httpCode])
		.find((code): code is string => typeof code === 'string' && /^[A-Z][A-Z\d_]+$/.test(code));

/** The code of a network failure, wherever this version of n8n stores it. */
export const codeOf = (error: unknown): string | undefined => codeIn(causesOf(error));

/** Node's message if a connection ended before it was secure, and so before anything was sent. */
const neverSecure = 'before secure TLS connection was established';

const isNeverSecure = (causes: readonly Cause[]): boolean =>
	causes.some(({ message }) => String(message).includes(neverSecure));

/**
 * Whether the connection was made before it failed. If the network behind it is gone, it also fails
 * with codes such as EHOSTUNREACH, and the request may have arrived. A handshake fails with EPROTO
 * while it writes.
 */
const isConnected = (causes: readonly Cause[]): boolean =>
	causes.some(
		({ code, syscall }) => code !== 'EPROTO' && (syscall === 'read' || syscall === 'write'),
	);

/** Masked before it is truncated, or the start of a secret could remain. */
const reasonOf = (error: unknown, mask: Mask): string =>
	error instanceof Error ? mask(error.message).slice(0, longestReason) : 'no reason given';

/** A 401 that n8n throws after it failed to renew an OAuth2 token. */
export const refusedToken = (error: unknown): HttpResponse | undefined => {
	if (!isObject(error) || String(error.httpCode) !== '401') return undefined;
	const context = isObject(error.context) ? error.context : {};
	return { status: 401, headers: {}, body: context.data };
};

interface Unanswered {
	readonly request: HttpRequest;
	readonly mask: Mask;
	/** Whether n8n renews the token of the credential, which can fail as well. */
	readonly renewsToken: boolean;
	readonly isEncrypted: boolean;
}

/** The error of a request without a readable response. */
export const unansweredError = (
	error: unknown,
	{ request, mask, renewsToken, isEncrypted }: Unanswered,
): Error => {
	if (error instanceof InvalidResponse) return error;
	const causes = causesOf(error);
	const code = codeIn(causes);
	if (code === 'ECONNRESET' && isNeverSecure(causes)) return new NotSent(code);
	if (renewsToken && !code) return new TokenNotRenewed(reasonOf(error, mask));
	const reason = code ?? reasonOf(error, mask);
	return isConnected(causes)
		? new OutcomeUnknown(reason, request, isEncrypted)
		: networkError(reason, request, isEncrypted);
};
