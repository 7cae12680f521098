import type { ApiError } from '../../src/errors';
import { NotSent, OutcomeUnknown } from '../../src/errors';
import { shortText } from '../report/words';

/** The service cannot be checked; the message says why, and what to do. */
export class CheckError extends Error {}

/** The most requests that the user allows were sent. */
export class LimitReached extends Error {}

/** The user ended the check. */
export class Stopped extends Error {}

const unknownHost = 'its host name is unknown. Check the base URL and the network';
const noWay = 'this machine cannot reach it. Check the network, VPN and firewall';

const notSentWords: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'the connection was refused. Check host and port of the base URL',
	ENOTFOUND: unknownHost,
	EAI_AGAIN: unknownHost,
	EHOSTUNREACH: noWay,
	ENETUNREACH: noWay,
	EPROTO:
		'a secure connection could not be established. Check whether it is http:// instead of https://',
};

const brokenWords: Readonly<Record<string, string>> = {
	ETIMEDOUT: 'it did not answer within 30 seconds. Try again later',
	ECONNABORTED: 'it did not answer within 30 seconds. Try again later',
	ECONNRESET: 'the connection was interrupted. Check the base URL, and try again',
	ERR_BAD_RESPONSE: 'its answer is broken, or larger than 100 MB',
};

/** A network failure as a sentence on the address that was asked. */
export const networkWords = (failure: NotSent | OutcomeUnknown, baseUrl: string): string => {
	const { code } = failure;
	const reason =
		failure instanceof NotSent
			? (notSentWords[code] ?? `its certificate was refused (${code}). Check the base URL`)
			: (brokenWords[code] ?? `the connection failed (${code})`);
	return `${baseUrl} cannot be read: ${reason}.`;
};

export const isNetworkFailure = (error: unknown): error is NotSent | OutcomeUnknown =>
	error instanceof NotSent || error instanceof OutcomeUnknown;

/** Why the first answer ends the check, as a sentence. */
export const refusalWords = (
	{ status, detail }: ApiError,
	baseUrl: string,
	variable: string,
): string => {
	const said = typeof detail === 'string' ? ` ("${shortText(detail)}")` : '';
	if (status === 401 || status === 403) {
		return `${baseUrl} does not accept the key in ${variable}${said}. Check that it is complete, active, and a key of this service.`;
	}
	if (status === 429) return `${baseUrl} refuses more requests for now${said}. Try again later.`;
	if (status >= 500) return `${baseUrl} answers with status ${status}${said}. Try again later.`;
	return `${baseUrl} answers GET /users/org-info with status ${status}${said}, which is not an organization. Check the base URL.`;
};
