import type {
	IAdditionalCredentialOptions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { Clock, HttpRequest, HttpResponse, Transport } from '../../../src';
import { networkError } from '../../../src';
import type { EncodedBody } from './body';
import { encodeBody } from './body';
import type { Context } from './clock';
import { Stopped, signalOf } from './clock';
import type { CredentialType } from './credential';
import { createDeadlines } from './deadlines';
import type { Mask } from './mask';
import { maskOf } from './mask';
import { refusedToken, unansweredError } from './networkFailure';
import { readResponse } from './readResponse';

const isOAuth2 = (type: CredentialType): boolean => type === 'contractWorkflowOAuth2Api';

/**
 * Timeout of a request and its response, in milliseconds. A request with files gets more time to
 * send them.
 */
const readTimeoutMs = 30_000;
const writeTimeoutMs = 300_000;
const writeTimeoutMsPerMegabyte = 1_000;

const timeoutOf = ({ safe }: HttpRequest, length: number): number =>
	safe ? readTimeoutMs : writeTimeoutMs + Math.ceil(length / 1_000_000) * writeTimeoutMsPerMegabyte;

const headersOf = (headers: IN8nHttpFullResponse['headers']): HttpResponse['headers'] =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			typeof value === 'string' || typeof value === 'number' ? String(value) : undefined,
		]),
	);

/**
 * The context with another abort signal for a request. n8n's helper always uses the signal of the
 * execution, whatever the options say, and that signal has no timeout.
 */
const withSignal = (context: Context, signal: AbortSignal): Context =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;

interface TransportOptions {
	readonly clock: Clock;
	readonly credentialType: CredentialType;
	/** What the credential holds. */
	readonly credential: ICredentialDataDecryptedObject;
	readonly baseUrl: string;
	/** Hosts that the credential may be sent to, separated by commas; any host if absent. */
	readonly allowedDomains: string | undefined;
}

/** A request in the form of n8n's helper. */
const helperOptions = (
	{ method, path }: HttpRequest,
	encoded: EncodedBody | undefined,
	{ credentialType, baseUrl, allowedDomains }: TransportOptions,
): IHttpRequestOptions => ({
	method,
	url: baseUrl + path,
	headers: {
		Accept: 'application/json',
		...(encoded && { 'Content-Type': 'application/json', 'Content-Length': encoded.length }),
	},
	...(encoded && { body: encoded.body }),
	...(allowedDomains !== undefined && { allowedDomains }),
	disableFollowRedirect: true,
	returnFullResponse: true,
	// n8n itself must read the response to a refused token, to know that it must renew the token.
	...(!isOAuth2(credentialType) && { encoding: 'stream' }),
	// A 401 of an OAuth2 credential must stay an error: it makes n8n renew the token.
	ignoreHttpStatusErrors: isOAuth2(credentialType) ? { ignore: true, except: [401] } : true,
});

/**
 * n8n's request helper as a transport. It never follows a redirect, which would send the credential
 * to another host. It returns every status as a response.
 * @throws {Stopped} when the execution was stopped before anything was sent.
 */
export const transportOf = (context: Context, settings: TransportOptions): Transport => {
	const { clock, credentialType, credential, baseUrl } = settings;
	const mask = maskOf(credential);
	/** The mask for an error. n8n may have obtained a token since the credential was read. */
	const maskNow = async (): Promise<Mask> => {
		if (!isOAuth2(credentialType)) return mask;
		const { oauthTokenData = {} } = await context.getCredentials<typeof credential>(credentialType);
		return maskOf({ ...credential, renewed: oauthTokenData });
	};
	const isEncrypted = baseUrl.startsWith('https:');
	const stop = signalOf(context);
	const deadlineIn = createDeadlines(clock, stop);
	// Otherwise n8n reads the credential from its database and decrypts it for each request.
	const known: IAdditionalCredentialOptions = {
		credentialsDecrypted: { id: '', name: '', type: credentialType, data: credential },
	};

	return async (request) => {
		if (stop?.aborted) throw new Stopped();
		const encoded = request.body && (await encodeBody(request.body));
		// Opening a file takes time, and the run may be stopped in that time.
		if (stop?.aborted) throw new Stopped();
		const timeout = timeoutOf(request, encoded?.length ?? 0);
		const deadline = deadlineIn(timeout);
		const { signal: abortSignal } = deadline;
		const options = { ...helperOptions(request, encoded, settings), timeout, abortSignal };
		try {
			const {
				statusCode,
				headers,
				body: given,
			} = (await context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, abortSignal),
				credentialType,
				options,
				known,
			)) as IN8nHttpFullResponse;
			const isSuccess = statusCode >= 200 && statusCode < 300;
			const body = await readResponse(given, request, isSuccess);
			// An error response is shown and stored, and the service may repeat what it received.
			const masked = statusCode === 200 ? body : (await maskNow())(body);
			return { status: statusCode, headers: headersOf(headers), body: masked };
		} catch (error) {
			const maskAll = await maskNow();
			const refused = isOAuth2(credentialType) ? refusedToken(error) : undefined;
			if (refused) return maskAll(refused);
			if (deadline.isOver()) throw networkError('ETIMEDOUT', request);
			const renewsToken = isOAuth2(credentialType);
			throw unansweredError(error, { request, mask: maskAll, renewsToken, isEncrypted });
		} finally {
			deadline.met();
		}
	};
};
