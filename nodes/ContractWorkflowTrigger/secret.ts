import { timingSafeEqual } from 'node:crypto';
import { sha256Of } from '../shared/rows/digest';

/** The data of the credential Contract Workflow Webhook API. */
export interface WebhookSecret {
	readonly secret: string;
	readonly sentIn: 'header' | 'query';
	readonly headerName: string;
	readonly queryName: string;
}

/** What of a request can carry the secret; header names in lower case. */
export interface Carrier {
	readonly headers: Readonly<Record<string, unknown>>;
	readonly query: Readonly<Record<string, unknown>>;
}

const shortestSecret = 16;

/** Headers that the connection needs for itself, or that something on the way may set. */
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

/** What is wrong with a secret, as a sentence; undefined when it can be used. */
export const secretFault = (credential: Partial<WebhookSecret>): string | undefined => {
	const { secret = '', sentIn, headerName = '', queryName = '' } = credential;
	if (secret.length < shortestSecret) {
		return `The secret is too short: it needs at least ${shortestSecret} characters.`;
	}
	if (sentIn === 'header') {
		if (!/^[\x21-\x7e]+$/.test(secret)) {
			return 'A header cannot carry this secret: use letters, digits and signs without blanks.';
		}
		if (!/^[\w!#$%&'*+.^`|~-]+$/.test(headerName)) {
			return 'This is not the name of a header: use letters, digits and hyphens.';
		}
		return takenHeaders.has(headerName.toLowerCase())
			? 'This header has a meaning of its own: choose another name, for example X-Webhook-Secret.'
			: undefined;
	}
	if (sentIn !== 'query') return 'Choose where the secret is sent.';
	if (!/^[\w.~-]+$/.test(secret)) {
		return 'An address cannot carry this secret as it is: use letters, digits, hyphens, underscores, dots and tildes.';
	}
	return /^[\w.~-]+$/.test(queryName)
		? undefined
		: 'This is not the name of a query parameter: use letters, digits, hyphens and underscores.';
};

const digest = (text: string) => Buffer.from(sha256Of(text));

/**
 * Whether a request carries the secret. Compared in constant time; a request without it takes the
 * same way as one with a wrong one. A credential with a fault lets nothing through.
 */
export const carriesSecret = (credential: WebhookSecret, { headers, query }: Carrier): boolean => {
	const value =
		credential.sentIn === 'header'
			? headers[credential.headerName.toLowerCase()]
			: query[credential.queryName];
	const given = typeof value === 'string' ? value : '';
	const isSame = timingSafeEqual(digest(given), digest(credential.secret));
	return isSame && secretFault(credential) === undefined;
};
