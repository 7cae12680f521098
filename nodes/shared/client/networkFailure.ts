import { UserError } from 'n8n-workflow';
import type { HttpRequest, HttpResponse } from '../../../src';
import { NotSent, OutcomeUnknown, isRecord, networkError } from '../../../src';
import { Explained, sentence } from '../words/explained';
import { allowAddress } from '../words/networkWords';
import type { Mask } from './mask';

/** Maximum characters of n8n's text, if there is no code. */
const longestReason = 200;

type Cause = Readonly<Record<string, unknown>>;

/** An error and its causes, the outermost first. */
const causesOf = (error: unknown): Cause[] => {
	const causes: Cause[] = [];
	for (let cause = error; isRecord(cause) && causes.length < 5; cause = cause.cause) {
		causes.push(cause);
	}
	return causes;
};

/** The code of a network failure, wherever this version of n8n stores it. */
export const codeOf = (error: unknown): string | undefined =>
	causesOf(error)
		.flatMap(({ code, httpCode }) => [code, httpCode])
		.find((code): code is string => typeof code === 'string' && /^[A-Z][A-Z\d_]+$/.test(code));

/** Whether n8n's own protection refused an address, before or after a redirect. */
export const isBlockedByN8n = (error: unknown): boolean =>
	causesOf(error).some(({ name }) => /^SsrfBlocked/.test(String(name)));

/**
 * n8n refused a request before a connection was opened.
 * @param reason n8n's own text
 */
const refusal = (error: unknown, reason: string, renewsToken: boolean): Explained => {
	if (isBlockedByN8n(error)) {
		const message = 'The SSRF protection of n8n blocks the address; nothing was sent';
		return new Explained(message, allowAddress);
	}
	return renewsToken
		? new Explained(
				'n8n could not renew the access token',
				`${sentence(reason)} Connect the OAuth2 credential again.`,
			)
		: new Explained('n8n refused the request; nothing was sent', `n8n says: ${reason}`);
};

/** Node's message if a connection ended before it was secure, and so before anything was sent. */
const neverSecure = 'before secure TLS connection was established';

/**
 * Whether the connection was made before it failed. If the network behind it is gone, it also fails
 * with codes such as EHOSTUNREACH, and the request may have arrived. A handshake fails with EPROTO
 * while it writes.
 */
const isConnected = (causes: readonly Cause[]): boolean =>
	causes.some(
		({ code, syscall }) => code !== 'EPROTO' && (syscall === 'read' || syscall === 'write'),
	);

/** A 401 that n8n throws after it failed to renew an OAuth2 token. */
export const refusedToken = (error: unknown): HttpResponse | undefined => {
	if (!isRecord(error) || String(error.httpCode) !== '401') return undefined;
	const context = isRecord(error.context) ? error.context : {};
	return { status: 401, headers: {}, body: context.data };
};

/**
 * The error of a request without a readable response.
 * @param renewsToken whether n8n renews the token of the credential, which can fail as well
 */
export const unansweredError = (
	error: unknown,
	request: HttpRequest,
	mask: Mask,
	renewsToken: boolean,
): Error => {
	const causes = causesOf(error);
	const code = codeOf(error);
	// Masked before it is truncated, or the start of a secret could remain.
	const told = error instanceof Error ? mask(error.message) : 'no reason given';
	const reason = told.slice(0, longestReason);
	const isOfUser = causes.some((cause) => cause instanceof UserError);
	if (code === undefined && (renewsToken || isOfUser || isBlockedByN8n(error))) {
		return refusal(error, reason, renewsToken);
	}
	if (isConnected(causes)) return new OutcomeUnknown(code ?? reason, request);
	if (
		code === 'ECONNRESET' &&
		causes.some(({ message }) => String(message).includes(neverSecure))
	) {
		return new NotSent(code);
	}
	const host = causes.map(({ hostname }) => hostname).find((one) => typeof one === 'string');
	return networkError(code ?? reason, request, host);
};
