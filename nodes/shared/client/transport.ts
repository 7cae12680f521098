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
import { maskOf } from './mask';
import { refusedToken, unansweredError } from './networkFailure';
import { readResponse } from './readResponse';

const isOAuth2 = (type: CredentialType): boolean => type === 'contractWorkflowOAuth2Api';

/** Longest time of a request and its answer, in milliseconds. A file is given time to go out. */
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
 * The context with another signal to end a request. n8n's helper takes the one of the execution,
 * whatever the options say, and that one knows no time-out.
 */
const withSignal = (context: Context, signal: AbortSignal): Context =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;

interface TransportOptions {
	readonly clock: Clock;
	readonly credentialType: CredentialType;
	/** What the credential holds. */
	readonly credential: ICredentialDataDecryptedObject;
	readonly baseUrl: string;
	/** Hosts that the credential may be sent to, with commas between them; any if absent. */
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
	// n8n itself reads what a refused token is answered, to tell that it is to be renewed.
	...(!isOAuth2(credentialType) && { encoding: 'stream' }),
	// A 401 of an OAuth2 credential must stay an error: it is what makes n8n renew the token.
	ignoreHttpStatusErrors: isOAuth2(credentialType) ? { ignore: true, except: [401] } : true,
});

/**
 * n8n's request helper as a transport. It never follows a redirect, which would carry the
 * credential to another host, and takes every status as an answer.
 * @throws {Stopped} when the execution was stopped before anything was sent.
 */
export const transportOf = (context: Context, settings: TransportOptions): Transport => {
	const { clock, credentialType, credential, baseUrl } = settings;
	const mask = maskOf(credential);
	const isEncrypted = baseUrl.startsWith('https:');
	// Not every n8n gives one.
	const { logger }: { readonly logger?: Context['logger'] } = context;
	const warn = (message: string) => logger?.warn(`Contract Workflow: ${message}`);
	const stop = signalOf(context);
	const deadlineIn = createDeadlines(clock, stop);
	// Else n8n reads the credential from its database, and decrypts it, anew for each request.
	const known: IAdditionalCredentialOptions = {
		credentialsDecrypted: { id: '', name: '', type: credentialType, data: credential },
	};

	return async (request) => {
		if (stop?.aborted) throw new Stopped();
		const encoded = request.body && (await encodeBody(request.body));
		// Opening a file takes time, in which the run may be stopped.
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
			const body = await readResponse(given, { request, isSuccess, warn });
			// What is no success is shown and stored, and the service may repeat what it was sent.
			const masked = statusCode === 200 ? body : mask(body);
			return { status: statusCode, headers: headersOf(headers), body: masked };
		} catch (error) {
			const refused = isOAuth2(credentialType) ? refusedToken(error) : undefined;
			if (refused) return mask(refused);
			if (deadline.isOver()) throw networkError('ETIMEDOUT', request);
			const renewsToken = isOAuth2(credentialType);
			throw unansweredError(error, { request, mask, renewsToken, isEncrypted });
		} finally {
			deadline.met();
		}
	};
};
