import { timingSafeEqual } from 'node:crypto';
import { sha256Of } from '../shared/rows/digest';

export const secretType = 'contractWorkflowWebhookApi';

/** The data of the credential Contract Workflow Webhook API. */
export interface WebhookSecret {
	readonly secret: string;
	readonly sentIn: 'header' | 'query';
	readonly headerName: string;
	readonly queryName: string;
}

/** The parts of a request that can carry the secret; header names in lower case. */
export interface Carrier {
	readonly headers: Readonly<Record<string, unknown>>;
	readonly query: Readonly<Record<string, unknown>>;
}

const shortestSecret = 16;

/** Headers that the connection itself needs, or that a proxy may set. */
const takenHeaders = new Set([
	'connection',
	'content-encoding',
	'content-length',
	'content-type',
	'cookie',
	'host',
	'transfer-encoding',
	'user-agent',
]);

/** What is wrong with a credential, in sentences; undefined if it can be used. */
export const secretFault = (credential: Partial<WebhookSecret>): string | undefined => {
	const { secret = '', sentIn, headerName = '', queryName = '' } = credential;
	if (secret.length < shortestSecret) {
		return `The secret in the credential is too short. Use at least ${shortestSecret} characters.`;
	}
	if (sentIn === 'header') {
		if (!/^[\x21-\x7e]+$/.test(secret)) {
			return 'A header cannot contain this secret. Use letters, digits and symbols, no spaces.';
		}
		if (!/^[\w!#$%&'*+.^`|~-]+$/.test(headerName)) {
			return 'The header name in the credential is invalid. Use letters, digits and hyphens.';
		}
		return takenHeaders.has(headerName.toLowerCase())
			? 'This header is reserved. Use a different name, such as X-Webhook-Secret.'
			: undefined;
	}
	if (sentIn !== 'query') return 'Choose where the secret is sent.';
	if (!/^[\w.~-]+$/.test(secret)) {
		return 'A URL cannot contain this secret. Use letters, digits, hyphens and underscores.';
	}
	return /^[\w.~-]+$/.test(queryName)
		? undefined
		: 'The query parameter name in the credential is invalid. Use letters and digits.';
};

const digest = (text: string) => Buffer.from(sha256Of(text));

/**
 * Why a request is refused, in a text without the secret; undefined if it carries the secret.
 * Compared in constant time. The location of the secret need not be secret: the secret is too long
 * to guess.
 */
export const deliveryRefusal = (
	credential: WebhookSecret,
	{ headers, query }: Carrier,
): string | undefined => {
	const fault = secretFault(credential);
	if (fault !== undefined) return fault;
	const { sentIn, headerName, queryName } = credential;
	const isInHeader = sentIn === 'header';
	const value = isInHeader ? headers[headerName.toLowerCase()] : query[queryName];
	if (value === undefined || value === '') {
		const place = isInHeader ? `header "${headerName}"` : `query parameter "${queryName}"`;
		return `The secret is missing. Send it in the ${place}.`;
	}
	const given = typeof value === 'string' ? value : '';
	return timingSafeEqual(digest(given), digest(credential.secret))
		? undefined
		: 'The secret is wrong.';
};
