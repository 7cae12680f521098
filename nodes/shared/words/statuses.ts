import type { ApiError } from '../../../src';
import { details } from '../../../src';

/** A status of the service in words: what happened, and what to do about it, in sentences. */
export interface StatusWords {
	readonly title: string;
	readonly advice: string;
}

/** Words of an operation for a status, where it has more to say than the status alone. */
export type OwnStatusWords = Partial<StatusWords>;

/** What to do about each of the texts that section 5 gives word for word. */
const adviceByDetail: Readonly<Record<string, string>> = {
	[details.keyRequired]: 'Enter the API key in the credential.',
	[details.keyInvalid]:
		'The service does not know this API key. Copy the whole key into the credential, and check that the Base URL belongs to the same organization.',
	[details.keyInactive]:
		'The API key was deactivated. Activate it in the web application, or enter another key in the credential.',
	[details.keyRevoked]:
		'The API key was revoked for good. Create a new one in the web application and enter it in the credential.',
	[details.keyExpired]:
		'The API key is past its expiration date. Create a new one in the web application and enter it in the credential.',
	[details.ownerInactive]:
		'The user who created the API key is no longer an active member, and the key is revoked for good. Ask an active member to create a new one, and enter it in the credential.',
	[details.tokenInvalid]:
		'The access token is missing, unknown, revoked or expired. Enter a new one in the credential, or connect the OAuth2 credential again.',
	[details.scopeMissing]:
		'The access token lacks the scope users:read. Get a token with this scope.',
	[details.tokenWithoutUser]:
		'The access token has no user behind it. Use a token that a user authorized, or one of a newly created application.',
};

/** Of a proxy between n8n and where a request was to go. */
export const proxyLogin: StatusWords = {
	title: 'The proxy of n8n asks for a login; nothing was sent to the service',
	advice:
		'Ask your n8n administrator to add the user name and the password of the proxy to the environment variables HTTP_PROXY and HTTPS_PROXY, as in http://name:password@proxy.example:3128, and to restart n8n.',
};

/** The words for a status; `subject` is what the item works on, where that is known. */
const wordsByStatus = (subject: string | undefined): Readonly<Record<number, StatusWords>> => ({
	400: {
		title: 'The service refused the request',
		advice: 'Check the values of the fields that the service names.',
	},
	401: {
		title: 'The service did not accept the credential',
		advice: 'Check the credential.',
	},
	403: {
		title: 'The service denied access',
		advice: 'The credential is not allowed to do this.',
	},
	404: {
		title: subject === undefined ? 'Not found' : `${subject} was not found`,
		advice: 'Check that it exists and belongs to the organization of the credential.',
	},
	407: proxyLogin,
	409: {
		title: `${subject ?? 'The service'} does not allow this in its current state`,
		advice: 'Nothing was changed.',
	},
	422: {
		title: 'The service did not accept the values',
		advice: 'Check the fields named here.',
	},
	500: {
		title: 'The service answered with status 500',
		advice: 'The service could not do this. Try again later.',
	},
});

const redirectAdvice =
	'The service redirected the request, which is not followed, so that the credential stays with its host. Check the Base URL in the credential.';

/** What passes a request on, and does not reach where it was to go. */
const gatewayStatuses = new Set([502, 503, 504]);

const otherAdvice = (status: number): string => {
	if (status >= 300 && status < 400) return redirectAdvice;
	return gatewayStatuses.has(status)
		? 'Check the Base URL in the credential, and that the service is well; where n8n uses a proxy, the proxy as well.'
		: 'Check the Base URL in the credential, and that the service is well.';
};

/** The words for a status that has none of its own. */
const otherWords = (status: number): StatusWords => ({
	title: `The service answered with status ${status}`,
	advice: otherAdvice(status),
});

/** A 404 where the endpoint has none: what is not there is the path itself. */
const unknownPath: StatusWords = {
	title: 'The service does not know this request',
	advice:
		'Check the Base URL in the credential: something answers there, but not the API of the service. It may lack a part of its path, or have one too many.',
};

/** Section 7: each error of the service says something. Those that often come from others do not. */
const foreign =
	'The answer is not in the form of the service: check the Base URL in the credential, its http:// or https:// included, and any proxy on the way.';
const oftenForeign = new Set([400, 403, 404]);

/** Where an error is read: what to do next is another thing in a run than in a list of the panel. */
export type ShownIn = 'run' | 'list' | 'elsewhere';

const adviceOnLimit: Readonly<Record<ShownIn, string>> = {
	run: 'Raise "Max Wait" in Options > Performance, or run fewer items at a time.',
	list: 'Open the list again in a minute, or give the ID itself.',
	elsewhere: 'All that use this credential share it: try again in a minute, or run less at a time.',
};

/** What is asked about an answer beside what it says itself. */
interface StatusContext {
	/** The words of the operation, by status. */
	readonly own: Readonly<Record<number, OwnStatusWords | undefined>> | undefined;
	readonly shownIn: ShownIn;
	/** What the item works on. */
	readonly subject: string | undefined;
}

/** An answer of the service in words. */
export const statusWords = (
	{ status, detail, isDocumented }: ApiError,
	{ own = {}, shownIn, subject }: StatusContext,
): StatusWords => {
	if (status === 404 && !isDocumented) return unknownPath;
	if (status === 429)
		return { title: 'The rate limit of the service is used up', advice: adviceOnLimit[shownIn] };
	const words = { ...(wordsByStatus(subject)[status] ?? otherWords(status)), ...own[status] };
	if (detail === undefined && oftenForeign.has(status)) {
		// The usual words of a 400 are about fields that are named, and none are.
		const saysNothing = status === 400 && own[400]?.advice === undefined;
		return { ...words, advice: saysNothing ? foreign : `${words.advice} ${foreign}` };
	}
	const known =
		typeof detail === 'string' && Object.hasOwn(adviceByDetail, detail)
			? adviceByDetail[detail]
			: undefined;
	return known === undefined ? words : { ...words, advice: known };
};
