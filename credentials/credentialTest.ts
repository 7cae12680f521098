import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { baseUrlOf } from '../nodes/shared/client/baseUrl';
import { isUnresolved } from '../nodes/shared/client/credential';
import { proxyLogin } from '../nodes/shared/words/statuses';

const notTheService =
	'Something responds at this address, but not the Contract Workflow Service. Check the Base URL.';

const redirected =
	'This address redirects. n8n does not follow redirects, to keep the credential on its host. Check the Base URL.';

const noItem =
	'An expression in this credential has no value in the test, which has no items: run a workflow to try it.';

/** What a status says about the credential. */
const sentences: Readonly<Record<number, string>> = {
	301: redirected,
	302: redirected,
	303: redirected,
	307: redirected,
	308: redirected,
	400: 'This address refused the request. Check the Base URL, including http:// or https://.',
	401: 'The service did not accept the API key. It is missing, unknown, inactive, revoked or expired. Compare it with the keys in the web application.',
	403: 'The user who created the API key is no longer an active member, so the key is permanently revoked. Ask an active member to create a new key.',
	404: notTheService,
	407: `${proxyLogin.title}. ${proxyLogin.advice}`,
	429: 'The rate limit of the service was exceeded. Test again in a minute.',
};

const statusRules = Object.entries(sentences).map(([status, message]) => ({
	type: 'responseCode' as const,
	properties: { value: Number(status), message },
}));

/**
 * The test of an API key: it requests the organization, and follows no redirect, which would send
 * the key to another host.
 */
export const credentialTest: ICredentialTestRequest = {
	request: {
		baseURL: '={{($credentials.baseUrl ?? "").trim().replace(/\\/+$/, "")}}',
		url: '/users/org-info',
		disableFollowRedirect: true,
	},
	// n8n accepts rules of both kinds together, but its type only allows lists of one kind.
	rules: [
		...statusRules,
		{
			type: 'responseSuccessBody',
			properties: { key: 'org_name', value: undefined, message: notTheService },
		},
	] as ICredentialTestRequest['rules'],
};

/**
 * Makes the test of a credential accept only the URLs that the nodes accept, and only values that
 * need no item. Only this request, which n8n sends itself, has a `baseURL`: the nodes and HTTP
 * Request use the complete URL.
 * @throws {Error} that n8n shows as the result of the test.
 */
export const checkTested = (
	{ baseURL }: IHttpRequestOptions,
	credential: ICredentialDataDecryptedObject,
): void => {
	if (baseURL === undefined) return;
	if (isUnresolved(credential)) throw new Error(noItem);
	baseUrlOf(credential.baseUrl);
};
