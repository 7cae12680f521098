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

/** For a link that only the operators of the service can fix. */
export const askService = 'The service creates these links. Ask its administrator to check them.';

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

export const redirectsFault = (most: number): LinkFault => ({
	reason: `the link redirects more than ${most} times`,
	advice: askService,
});

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
	advice: 'To download a larger file, raise "Max File Size" in Options > Performance.',
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
