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
	readonly remedy: LinkFault[2];

	constructor(fileName: string, [reason, advice, remedy]: LinkFault) {
		super(`The file ${fileName} could not be downloaded: ${reason}`, advice);
		this.remedy = remedy;
	}
}

export const linkFaults = {
	insecure: [
		'the link is missing, or not an https address',
		'The service creates these links. Ask its administrator to check them.',
	],
	empty: ['the file is empty', 'Check it in the service. If it is not empty there, run again.'],
	late: [
		'it took longer than 15 minutes',
		'Check that the file server responds, and run the node again.',
	],
} as const satisfies Readonly<Record<string, LinkFault>>;

export const tooLarge = (mostBytes: number): LinkFault => [
	`the file is larger than ${mostBytes / 1_000_000} MB`,
	'To download a larger file, raise "Max File Size" in Options.',
];

/** A response that is not a file. */
export const statusFault = (status: number): LinkFault => {
	if (status === 407) return ['the proxy of n8n requires a login', proxyLogin.advice];
	const reason = `the link returned status ${status}`;
	if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
		return [reason, 'The link may have expired. Run the node again.', 'newLink'];
	}
	const advice = 'The file server did not return the file. Run the node again later.';
	return [reason, advice, status === 429 ? undefined : 'secondTry'];
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
