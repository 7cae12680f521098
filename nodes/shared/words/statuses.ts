import type { ApiError } from '../../../src';
import { details } from '../../../src';

/** The text for a status of the service: what happened, and what to do about it, in sentences. */
export interface StatusWords {
	readonly title: string;
	readonly advice: string;
}

/** The texts of an operation for a status that needs more than the usual text. */
export type OwnStatusWords = Partial<StatusWords>;

/** What to do about each text that section 5 quotes literally. */
const adviceByDetail: Readonly<Record<string, string>> = {
	[details.keyRequired]: 'Enter the API key in the credential.',
	[details.keyInvalid]:
		'This API key does not exist. Copy the whole key into the credential, and check that the Base URL belongs to the same organization.',
	[details.keyInactive]:
		'The API key was deactivated. Activate it in the web application, or enter a different key in the credential.',
	[details.keyRevoked]:
		'The API key was permanently revoked. Create a new one in the web application and enter it in the credential.',
	[details.keyExpired]:
		'The API key has expired. Create a new one in the web application and enter it in the credential.',
	[details.ownerInactive]:
		'The user who created the API key is no longer an active member, so the key is permanently revoked. Ask an active member to create a new one, and enter it in the credential.',
	[details.tokenInvalid]:
		'The access token is missing, unknown, revoked or expired. Connect the OAuth2 credential again.',
	[details.scopeMissing]:
		'The access token does not have the scope users:read. Add it to Scope in the OAuth2 credential, and connect again.',
	[details.tokenWithoutUser]:
		'The access token is not associated with a user. Connect the OAuth2 credential again as a user, or with a newly created application.',
};

/** For a proxy between n8n and the target. */
export const proxyLogin: StatusWords = {
	title: 'The proxy of n8n requires a login; nothing was sent to the service',
	advice:
		'Ask your n8n administrator to add the user name and password of the proxy to HTTP_PROXY and HTTPS_PROXY, and restart n8n. Example: http://name:password@proxy.example.com:3128',
};

const checkService = 'Check the Base URL in the credential, and that the service is running.';
const checkProxy = `${checkService} If n8n uses a proxy, check the proxy as well.`;

/** What to do about a status. */
const adviceByStatus: Readonly<Record<number, string>> = {
	400: 'Check the values of the fields that the service names.',
	401: 'Check the credential.',
	403: 'Use a credential that has access, or ask for access.',
	404: 'Check the ID, and that the credential belongs to the same organization.',
	407: proxyLogin.advice,
	409: 'Nothing was changed. Check its current state before you try again.',
	413: 'Nothing was changed. Send smaller files, or fewer of them in one request.',
	422: 'Check the fields named here.',
	500: 'The service failed. Try again later.',
	502: checkProxy,
	503: checkProxy,
	504: checkProxy,
};

/** What a status means. `subject` is what the item works on, if known. */
const titleOf = (status: number, subject: string | undefined): string => {
	const titles: Readonly<Record<number, string>> = {
		400: 'The service refused the request',
		401: 'The service did not accept the credential',
		403: 'The service denied access',
		404: subject === undefined ? 'Not found' : `${subject} was not found`,
		407: proxyLogin.title,
		409: `${subject ?? 'The service'} does not allow this in its current state`,
		413: 'The request is larger than the service or a gateway before it accepts',
		422: 'The service did not accept the values',
	};
	return titles[status] ?? `The service returned status ${status}`;
};

const redirectAdvice =
	'The service redirected the request. The node does not follow redirects, to keep the credential on its host. Check the Base URL in the credential.';

/** A 404 of an endpoint that has none: the path itself does not exist. */
const unknownPath: StatusWords = {
	title: 'The API of the service was not found at this address',
	advice:
		'Check the Base URL in the credential. Something responds there, but not the API of the service. A part of the path may be missing or wrong.',
};

/**
 * Section 7: each error of the service has a message. Errors without one often come from elsewhere.
 */
const foreign =
	'The response does not look like one of the service. Check the Base URL in the credential, including http:// or https://, and any proxy in between.';
const oftenForeign = new Set([400, 403, 404]);

/** Where an error is shown: what to do next differs between a run and a list of the panel. */
export type ShownIn = 'run' | 'list' | 'elsewhere';

const adviceOnLimit: Readonly<Record<ShownIn, string>> = {
	run: 'Raise "Max Wait" in Options, or run fewer items at a time.',
	list: 'Open the list again in a minute, or enter the ID.',
	elsewhere:
		'Everything that uses this credential shares the limit. Try again in a minute, or run less at a time.',
};

/** What the text depends on beside the response itself. */
export interface StatusContext {
	/** By status, the texts of the operation where the usual ones are not enough. */
	readonly statuses?: Readonly<Record<number, OwnStatusWords | undefined>>;
	readonly shownIn: ShownIn;
	/** What the item works on. */
	readonly subject: string | undefined;
}

/** The text for a response of the service. */
export const statusWords = (
	{
		status,
		detail,
		isDocumented,
		retryAfter,
	}: Pick<ApiError, 'status' | 'detail' | 'isDocumented' | 'retryAfter'>,
	{ statuses: own = {}, shownIn, subject }: StatusContext,
): StatusWords => {
	if (status === 404 && !isDocumented) return unknownPath;
	if (status === 429) {
		const asked = retryAfter && `The service asks to wait ${retryAfter} s. `;
		const advice = `${asked ?? ''}${adviceOnLimit[shownIn]}`;
		return { title: 'The rate limit of the service was exceeded', advice };
	}
	const isRedirect = status >= 300 && status < 400;
	const usual = adviceByStatus[status] ?? (isRedirect ? redirectAdvice : checkService);
	const words = { title: titleOf(status, subject), advice: usual, ...own[status] };
	if (detail === undefined && oftenForeign.has(status)) {
		// The usual text for a 400 is about named fields, and this response names none.
		const saysNothing = status === 400 && own[400]?.advice === undefined;
		return { ...words, advice: saysNothing ? foreign : `${words.advice} ${foreign}` };
	}
	const isQuoted = typeof detail === 'string' && Object.hasOwn(adviceByDetail, detail);
	return { ...words, advice: (isQuoted && adviceByDetail[detail]) || words.advice };
};
