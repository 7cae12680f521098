import { codeOf } from '../../shared/client/networkFailure';
import { Explained } from '../../shared/words/explained';
import { proxyLogin } from '../../shared/words/statuses';

/** Why a file could not be fetched: a clause that follows a colon, and what to do next. */
export interface LinkFault {
	readonly reason: string;
	readonly advice: string;
	/** What may give the file all the same: a link that is asked for anew, or a second try. */
	readonly remedy?: 'newLink' | 'secondTry';
}

/** A file could not be fetched from its presigned address; no text of it holds the address. */
export class DownloadFailed extends Explained {
	override readonly name = 'DownloadFailed';
	readonly remedy: LinkFault['remedy'];

	constructor(fileName: string, { reason, advice, remedy }: LinkFault) {
		super(`The file ${fileName} could not be downloaded: ${reason}`, advice);
		this.remedy = remedy;
	}
}

/** Said of a link that only those who run the service can mend. */
export const askService = 'The service gives these links. Ask those who run it.';

/** Statuses that another try may find otherwise. */
const passingStatuses = new Set([408, 500, 502, 503, 504]);
/** Names of what n8n's own protection throws. */
const guardErrors = new Set(['SsrfBlockedIpError', 'SsrfBlockedHostnameError']);

/** Longest part of n8n's own words that is shown. */
const longestReason = 200;

/** An answer that is no file. */
export const statusFault = (status: number): LinkFault => {
	if (status === 407)
		return { reason: 'the proxy of n8n asks for a login', advice: proxyLogin.advice };
	const reason = `its link was answered with status ${status}`;
	if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
		const advice = 'The link may have expired: run the node again.';
		return { reason, advice, remedy: 'newLink' };
	}
	const advice = 'The link was not refused, but gave no file: run the node again later.';
	return { reason, advice, ...(passingStatuses.has(status) && { remedy: 'secondTry' }) };
};

export const expiredFault: LinkFault = {
	reason: 'its link has expired',
	advice: 'Run the node again.',
	remedy: 'newLink',
};

export const redirectsFault = (most: number): LinkFault => ({
	reason: `its link leads on more than ${most} times`,
	advice: askService,
});

export const silenceFault = (ms: number): LinkFault => ({
	reason: `its link sent nothing for ${ms / 1_000} seconds`,
	advice: 'Run the node again when the place of the files answers.',
});

const guardFault: LinkFault = {
	reason: "n8n's protection of private addresses does not allow its link",
	advice:
		'Who runs n8n can allow the address with N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.',
};

export const sizeFault = (mostBytes: number): LinkFault => ({
	reason: `it has more than ${mostBytes / 1_000_000} MB`,
	advice: 'To download a larger file, raise "Max File Size" in Options > Performance.',
});

export const storeFault = (error: unknown): LinkFault => ({
	reason: 'n8n could not store it',
	advice: `n8n says: ${error instanceof Error ? error.message.slice(0, longestReason) : 'nothing'}`,
});

const isOfGuard = (error: unknown): boolean =>
	error instanceof Error && (guardErrors.has(error.name) || isOfGuard(error.cause));

/** A connection that failed. The text of the error may hold the address, whose query is a credential. */
export const brokenFault = (error: unknown): LinkFault => {
	if (isOfGuard(error)) return guardFault;
	const code = codeOf(error);
	return {
		reason: 'the connection to its link broke',
		advice: `Check that n8n can reach the place of the files, and run the node again.${code ? ` (${code})` : ''}`,
		remedy: 'secondTry',
	};
};
