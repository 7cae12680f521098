import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { HttpRequest, HttpResponse, Transport } from '../../../src';
import { FileContent, networkError } from '../../../src';
import type { Context } from './clock';
import { signalOf, stopped } from './clock';
import type { CredentialType } from './credential';
import type { Mask } from './mask';
import { maskOf } from './mask';
import { refusedToken, unansweredError } from './networkFailure';

type Parts = NonNullable<HttpRequest['body']>;
type BinaryStream = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** A body for n8n's request helper. */
interface EncodedBody {
	readonly body: IHttpRequestOptions['body'];
	/** In bytes. */
	readonly length: number;
	/** Closes its files, also those of a request that ended before they were read. */
	readonly close?: () => void;
}

/** The content of a file as base64, in pieces. Each file is a stream of n8n's store. */
const base64Of = async (file: FileContent): Promise<BinaryStream> =>
	((await file.open()) as BinaryStream).setEncoding('base64');

const written = async function* (parts: Parts, opened: FileContent, base64: AsyncIterable<string>) {
	for (const part of parts) {
		if (typeof part === 'string') yield part;
		else yield* part === opened ? base64 : await base64Of(part);
	}
};

/**
 * Text is sent in one piece. With files, the body becomes a stream, created anew for each attempt,
 * so that no file is in memory as a whole. The stream is made with `compose` of the first file's
 * stream, because n8n's rules for community nodes forbid the `stream` module.
 */
const encodeBody = async (parts: Parts): Promise<EncodedBody> => {
	const length = parts.reduce(
		(sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : part.base64Length),
		0,
	);
	const first = parts.find((part) => part instanceof FileContent);
	if (!first) {
		const texts = parts.filter((part) => typeof part === 'string');
		const body = Buffer.alloc(length);
		texts.reduce((end, text) => end + body.write(text, end), 0);
		return { body, length };
	}
	const source = await base64Of(first);
	// compose pumps the stream into the generator, which must read only what it is given.
	const body = source.compose<BinaryStream>((base64: AsyncIterable<string>) =>
		written(parts, first, base64),
	);
	return { body, length, close: () => body.destroy() };
};

/**
 * Timeout of a request and its response to the last byte, in milliseconds: n8n's own timeout only
 * covers silence. A request with files gets more time to send them.
 */
const readTimeoutMs = 30_000;
const writeTimeoutMs = 300_000;
const writeTimeoutMsPerMegabyte = 1_000;

const timeoutOf = ({ safe }: HttpRequest, { length }: EncodedBody): number =>
	safe ? readTimeoutMs : writeTimeoutMs + Math.ceil(length / 1_000_000) * writeTimeoutMsPerMegabyte;

/**
 * The context with another abort signal for a request. n8n's helper always uses the signal of the
 * execution, whatever the options say, and that signal has no timeout.
 */
const withSignal = (context: Context, signal: AbortSignal): Context =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as Context;

/** A request in the form of n8n's helper. */
const helperOptions = (
	{ method, path }: HttpRequest,
	{ body, length }: EncodedBody,
	baseUrl: string,
	renewsToken: boolean,
): IHttpRequestOptions => ({
	method,
	url: baseUrl + path,
	headers: {
		Accept: 'application/json',
		...(length > 0 && { 'Content-Type': 'application/json', 'Content-Length': length }),
	},
	...(length > 0 && { body }),
	disableFollowRedirect: true,
	returnFullResponse: true,
	// A 401 of an OAuth2 credential must stay an error: it makes n8n renew the token.
	ignoreHttpStatusErrors: renewsToken ? { ignore: true, except: [401] } : true,
});

/**
 * n8n's request helper as a transport. It never follows a redirect, which would send the credential
 * to another host. It returns every status as a response.
 * @param credential what the credential holds
 * @throws {Explained} when the execution was stopped before anything was sent.
 */
export const transportOf = (
	context: Context,
	credentialType: CredentialType,
	credential: ICredentialDataDecryptedObject,
	baseUrl: string,
): Transport => {
	const renewsToken = credentialType === 'contractWorkflowOAuth2Api';
	const mask = maskOf(credential);
	/** The mask for an error. n8n may have obtained a token since the credential was read. */
	const maskNow = async (): Promise<Mask> => {
		if (!renewsToken) return mask;
		const { oauthTokenData = {} } = await context.getCredentials<typeof credential>(credentialType);
		return maskOf({ ...credential, renewed: oauthTokenData });
	};
	const stop = signalOf(context);
	// Otherwise n8n reads the credential from its database and decrypts it for each request.
	const known = {
		credentialsDecrypted: { id: '', name: '', type: credentialType, data: credential },
	};
	const exchange = async (options: IHttpRequestOptions, signal: AbortSignal) =>
		(await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, signal),
			credentialType,
			options,
			known,
		)) as IN8nHttpFullResponse;

	const sendEncoded = async (request: HttpRequest, encoded: EncodedBody): Promise<HttpResponse> => {
		const timeout = timeoutOf(request, encoded);
		const late = AbortSignal.timeout(timeout);
		const abortSignal = stop ? AbortSignal.any([stop, late]) : late;
		const asked = helperOptions(request, encoded, baseUrl, renewsToken);
		const options = { ...asked, timeout, abortSignal };
		try {
			const { statusCode: status, headers, body } = await exchange(options, abortSignal);
			// An error response is shown and stored, and the service may repeat what it received.
			const masked = status === 200 ? body : (await maskNow())(body);
			return { status, headers: headers as HttpResponse['headers'], body: masked };
		} catch (error) {
			const maskAll = await maskNow();
			const refused = renewsToken ? refusedToken(error) : undefined;
			if (refused) return maskAll(refused);
			if (late.aborted) throw networkError('ETIMEDOUT', request);
			throw unansweredError(error, request, maskAll, renewsToken);
		}
	};

	return async (request) => {
		if (stop?.aborted) throw stopped();
		const encoded = await encodeBody(request.body ?? []);
		try {
			// Opening a file takes time, and the run may be stopped in that time.
			if (stop?.aborted) throw stopped();
			return await sendEncoded(request, encoded);
		} finally {
			encoded.close?.();
		}
	};
};
