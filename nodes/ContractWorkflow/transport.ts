import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { Client, Clock, HttpRequest, HttpResponse, RateLimit, Transport } from '../../src';
import {
	createClient,
	createRateLimit,
	InvalidInput,
	networkError,
	rateLimit,
	retry,
} from '../../src';
import { encodeBody } from './body';

type Context = IExecuteFunctions | ILoadOptionsFunctions;

/** The values of the Authentication parameter: the credential types themselves. */
export const credentialTypes = [
	'contractWorkflowApi',
	'contractWorkflowAccessTokenApi',
	'contractWorkflowOAuth2Api',
] as const;

export type CredentialType = (typeof credentialTypes)[number];

/** The run was stopped while a request waited; nothing more is sent. */
export class Stopped extends Error {
	override readonly name = 'Stopped';

	constructor() {
		super('The execution was stopped');
	}
}

const sliceMs = 500;

/** n8n's clock. `sleep` looks for a stop twice a second, since not every n8n can interrupt a sleep. */
const clockOf = (context: Context): Clock => {
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		now: () => Date.now(),
		async sleep(ms, wake) {
			let awake = false;
			const wakeUp = () => {
				awake = true;
			};
			const waking = wake?.then(wakeUp, wakeUp);
			const end = Date.now() + ms;
			for (let left = ms; left > 0 && !awake; left = end - Date.now()) {
				if (signal?.aborted) throw new Stopped();
				const slice = sleep(Math.min(left, sliceMs));
				await (waking ? Promise.race([slice, waking]) : slice);
			}
			if (signal?.aborted) throw new Stopped();
		},
	};
};

/** Time-outs of a request, in milliseconds. A body with files is given time to go out. */
const readTimeoutMs = 30_000;
const writeTimeoutMs = 300_000;
const writeTimeoutMsPerMegabyte = 1_000;

const timeoutOf = ({ safe }: HttpRequest, length: number): number =>
	safe ? readTimeoutMs : writeTimeoutMs + (length / 1_000_000) * writeTimeoutMsPerMegabyte;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null;

/** Longest part of a text of n8n's that stands in for a missing code. */
const longestReason = 200;

/** The code of a network failure, wherever this version of n8n keeps it; else what n8n says. */
const codeOf = (error: unknown): string => {
	for (let cause = error, depth = 0; isObject(cause) && depth < 5; cause = cause.cause, depth++) {
		for (const code of [cause.code, cause.httpCode]) {
			if (typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)) return code;
		}
	}
	return error instanceof Error ? error.message.slice(0, longestReason) : 'no reason given';
};

/** A 401 that n8n throws after it tried to renew an OAuth2 token in vain. */
const refusedToken = (error: unknown): HttpResponse | undefined => {
	if (!isObject(error) || String(error.httpCode) !== '401') return undefined;
	const context = isObject(error.context) ? error.context : {};
	return { status: 401, headers: {}, body: context.data };
};

const headersOf = (headers: IN8nHttpFullResponse['headers']): HttpResponse['headers'] =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			typeof value === 'string' || typeof value === 'number' ? String(value) : undefined,
		]),
	);

/**
 * n8n's request helper as a transport. It never follows a redirect, which would carry the
 * credential to another host, and takes every status as an answer. A 401 of an OAuth2 credential
 * must stay an error: it is what makes n8n renew the token.
 */
const transportOf =
	(context: Context, credentialType: CredentialType, baseUrl: string): Transport =>
	async (request) => {
		const encoded = request.body && (await encodeBody(request.body));
		const options: IHttpRequestOptions = {
			method: request.method,
			url: baseUrl + request.path,
			headers: {
				Accept: 'application/json',
				...(encoded && { 'Content-Type': 'application/json', 'Content-Length': encoded.length }),
			},
			...(encoded && { body: encoded.body }),
			timeout: timeoutOf(request, encoded?.length ?? 0),
			disableFollowRedirect: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors:
				credentialType === 'contractWorkflowOAuth2Api' ? { ignore: true, except: [401] } : true,
		};
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				credentialType,
				options,
			)) as IN8nHttpFullResponse;
			return {
				status: response.statusCode,
				headers: headersOf(response.headers),
				body: response.body,
			};
		} catch (error) {
			const refused =
				credentialType === 'contractWorkflowOAuth2Api' ? refusedToken(error) : undefined;
			if (refused) return refused;
			throw networkError(codeOf(error), request);
		}
	};

/**
 * The address of the service, without the slashes that people leave at its end.
 * @throws {InvalidInput} when the credential holds no web address.
 */
const baseUrlOf = async (context: Context, credentialType: CredentialType): Promise<string> => {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(credentialType);
	const address = baseUrl.trim().replace(/\/+$/, '');
	if (!/^https?:\/\/[^/]/.test(address) || !URL.canParse(address)) {
		throw new InvalidInput([
			{
				path: '"Base URL" of the credential',
				message: 'must be the web address of the service, for example https://api.example.com',
			},
		]);
	}
	return address;
};

/** One for each credential and address: all executions of this process share the window. */
const limits = new Map<string, RateLimit>();

const limitOf = (key: string): RateLimit => {
	const known = limits.get(key) ?? createRateLimit();
	limits.set(key, known);
	return known;
};

export interface Connection {
	readonly client: Client;
	readonly baseUrl: string;
}

/**
 * The client of a node for its credential.
 * @param maxWaitMs Longest wait for the rate limit or for repeats, for one request.
 */
export const connect = async (
	context: Context,
	credentialType: CredentialType,
	maxWaitMs: number,
): Promise<Connection> => {
	const baseUrl = await baseUrlOf(context, credentialType);
	const id = context.getNode().credentials?.[credentialType]?.id ?? '';
	const clock = clockOf(context);
	return {
		baseUrl,
		client: createClient(transportOf(context, credentialType, baseUrl), {
			policies: [
				retry({ clock, maxWaitMs, random: Math.random }),
				rateLimit({ limit: limitOf(`${credentialType} ${id} ${baseUrl}`), clock, maxWaitMs }),
			],
		}),
	};
};
