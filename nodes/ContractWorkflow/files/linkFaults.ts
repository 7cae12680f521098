import { codeOf } from '../../shared/client/networkFailure';
import { sentence } from '../../shared/words/errors';
import { Explained } from '../../shared/words/explained';
import { proxyLogin } from '../../shared/words/statuses';

/** Why a file could not be fetched, as a clause after a colon, and what to do next. */
export interface LinkFault {
	readonly reason: string;
	readonly advice: string;
	/** What may still work: requesting a new link, or a second try. */
	readonly remedy?: 'newLink' | 'secondTry';
}

/** A file could not be fetched from its presigned URL. No text of the error contains the URL. */
export class DownloadFailed extends Explained {
	override readonly name = 'DownloadFailed';
	readonly remedy: LinkFault['remedy'];

	constructor(fileName: string, { reason, advice, remedy }: LinkFault) {
		super(`The file ${fileName} could not be downloaded: ${reason}`, advice);
		this.remedy = remedy;
	}
}

/** Maximum characters of a scheme that are shown: it is untrusted text. */
const longestScheme = 20;

const unusable = (reason: string): LinkFault => ({
	reason,
	advice: 'The service creates these links. Ask its administrator to check them.',
});

/**
 * The URL of a link that the service sent: https, or http if the base URL uses http.
 * @returns the reason if no file may be fetched from it
 */
export const readLink = (given: unknown, baseUrl: string): URL | LinkFault => {
	if (typeof given !== 'string' || given === '') return unusable('the service returned no link');
	if (!URL.canParse(given)) return unusable('the link is not a web address');
	const url = new URL(given);
	const { protocol } = url;
	if (protocol === 'https:' || (protocol === 'http:' && baseUrl.startsWith('http:'))) return url;
	return unusable(`the link uses ${protocol.slice(0, longestScheme)} instead of https:`);
};

/** Statuses for which a retry may succeed. */
const passingStatuses = new Set([408, 500, 502, 503, 504]);
/** Names of the errors of n8n's own protection. */
const guardErrors = new Set(['SsrfBlockedIpError', 'SsrfBlockedHostnameError']);

/** Maximum characters of n8n's own message that are shown. */
const longestReason = 200;

/** A response that is not a file. */
export const statusFault = (status: number): LinkFault => {
	if (status === 407)
		return { reason: 'the proxy of n8n requires a login', advice: proxyLogin.advice };
	const reason = `the link returned status ${status}`;
	if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
		const advice = 'The link may have expired. Run the node again.';
		return { reason, advice, remedy: 'newLink' };
	}
	const advice = 'The file server did not return the file. Run the node again later.';
	return { reason, advice, ...(passingStatuses.has(status) && { remedy: 'secondTry' }) };
};

export const expiredFault: LinkFault = {
	reason: 'the link has expired',
	advice: 'Run the node again.',
	remedy: 'newLink',
};

export const silenceFault = (ms: number): LinkFault => ({
	reason: `the file server sent nothing for ${ms / 1_000} seconds`,
	advice: 'Check that the file server responds, and run the node again.',
});

const guardFault: LinkFault = {
	reason: 'the SSRF protection of n8n blocks the link',
	advice:
		'Ask your n8n administrator to allow the address with N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.',
};

export const sizeFault = (mostBytes: number): LinkFault => ({
	reason: `the file is larger than ${mostBytes / 1_000_000} MB`,
	advice: 'To download a larger file, raise "Max File Size" in Options.',
});

export const storeFault = (error: unknown): LinkFault => ({
	reason: 'n8n could not store the file',
	advice: sentence(
		`Check the storage of n8n. n8n reported: ${error instanceof Error ? error.message.slice(0, longestReason) : 'nothing'}`,
	),
});

const isOfGuard = (error: unknown): boolean =>
	error instanceof Error && (guardErrors.has(error.name) || isOfGuard(error.cause));

/**
 * A connection that failed. The text of the error may contain the URL, whose query is a credential.
 */
export const brokenFault = (error: unknown): LinkFault => {
	if (isOfGuard(error)) return guardFault;
	const code = codeOf(error);
	return {
		reason: 'the connection to the file server broke',
		advice: `Check that n8n can reach the file server, and run the node again.${code ? ` (${code})` : ''}`,
		remedy: 'secondTry',
	};
};
