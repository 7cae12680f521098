import { codeOf, isBlockedByN8n } from '../../shared/client/networkFailure';
import { Explained, sentence } from '../../shared/words/explained';
import { allowAddress } from '../../shared/words/networkWords';
import { proxyLogin } from '../../shared/words/statuses';

/**
 * Why a file could not be fetched, as a clause after a colon; what to do next; and what may still
 * work: requesting a new link, or a second try.
 */
export type LinkFault = readonly [
	reason: string,
	advice: string,
	remedy?: 'newLink' | 'secondTry' | undefined,
];

/** A file could not be fetched from its presigned URL. No text of the error contains the URL. */
export class DownloadFailed extends Explained {
	override readonly name = 'DownloadFailed';
	readonly remedy: LinkFault[2];

	constructor(fileName: string, [reason, advice, remedy]: LinkFault) {
		super(`The file ${fileName} could not be downloaded: ${reason}`, advice);
		this.remedy = remedy;
	}
}

const askAdmin = 'The service creates these links. Ask its administrator to check them.';
const again = 'Run the node again.';

/** Maximum characters of a scheme that are shown: it is untrusted text. */
const longestScheme = 20;

/**
 * The URL of a link that the service sent: https, or http if the base URL uses http.
 * @returns the reason if no file may be fetched from it
 */
export const readLink = (given: unknown, baseUrl: string): URL | LinkFault => {
	if (typeof given !== 'string' || given === '') return ['the service returned no link', askAdmin];
	if (!URL.canParse(given)) return ['the link is not a web address', askAdmin];
	const url = new URL(given);
	const { protocol } = url;
	if (protocol === 'https:' || (protocol === 'http:' && baseUrl.startsWith('http:'))) return url;
	return [`the link uses ${protocol.slice(0, longestScheme)} instead of https:`, askAdmin];
};

export const linkFaults = {
	expired: ['the link has expired', again, 'newLink'],
	gone: ['the service returned no working link', `The document may have been removed. ${again}`],
	empty: ['the file is empty', 'Check it in the service. If it is not empty there, run again.'],
	silent: [
		'the file server sent nothing for 60 seconds',
		'Check that the file server responds, and run the node again.',
	],
} as const satisfies Readonly<Record<string, LinkFault>>;

export const tooLarge = (mostBytes: number): LinkFault => [
	`the file is larger than ${mostBytes / 1_000_000} MB`,
	'To download a larger file, raise "Max File Size" in Options.',
];

/** Statuses for which a retry may succeed. */
const passingStatuses = new Set([408, 500, 502, 503, 504]);

/** A response that is not a file. */
export const statusFault = (status: number): LinkFault => {
	if (status === 407) return ['the proxy of n8n requires a login', proxyLogin.advice];
	const reason = `the link returned status ${status}`;
	if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
		return [reason, `The link may have expired. ${again}`, 'newLink'];
	}
	const advice = 'The file server did not return the file. Run the node again later.';
	return [reason, advice, passingStatuses.has(status) ? 'secondTry' : undefined];
};

/** Maximum characters of n8n's own message that are shown. */
const longestReason = 200;

/** n8n could not store a file. */
export const storeFault = (error: unknown): LinkFault => {
	const said = error instanceof Error ? error.message.slice(0, longestReason) : 'nothing';
	const advice = `Check the storage of n8n. n8n reported: ${said}`;
	return ['n8n could not store the file', sentence(advice)];
};

/**
 * A connection that failed. The text of the error may contain the URL, whose query is a credential.
 */
export const brokenFault = (error: unknown): LinkFault => {
	if (isBlockedByN8n(error)) {
		return ['the SSRF protection of n8n blocks the link', allowAddress];
	}
	const code = codeOf(error);
	const advice = 'Check that n8n can reach the file server, and run the node again.';
	const more = code === undefined ? '' : ` (${code})`;
	return ['the connection to the file server broke', advice + more, 'secondTry'];
};
