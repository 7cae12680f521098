import { setTimeout as wait } from 'node:timers/promises';
import axios, { isAxiosError } from 'axios';
import type { Endpoint, Input } from '../../../src/contract';
import { refusalMs } from '../../../src/headers';
import type { HttpResponse } from '../../../src/http';
import { toHttpRequest } from '../../../src/request';

/** An endpoint that changes nothing. Nothing else can be requested. */
export type ReadingEndpoint = Endpoint & { readonly writes: false };

/** Where requests go, and the credentials that they carry. */
export interface Target {
	/** Without a slash at the end. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** Undefined if there is none. */
	readonly accessToken: string | undefined;
}

export interface Answer {
	readonly status: number;
	/** The parsed body if it is JSON, otherwise its text. */
	readonly body: unknown;
}

const mostAttempts = 4;
const timeoutMs = 30_000;
const mostBytes = 100_000_000;

const credentialOf = ({ auth }: Endpoint, { apiKey, accessToken = '' }: Target) =>
	auth === 'apiKey' ? { 'X-API-Key': apiKey } : { Authorization: `Bearer ${accessToken}` };

/** Sends a request once. It follows no redirect, which could lead the credential elsewhere. */
const send = async (endpoint: Endpoint, input: Input, target: Target) => {
	const { method, path } = toHttpRequest(endpoint, input);
	try {
		return await axios.request<unknown>({
			method,
			url: `${target.baseUrl}${path}`,
			data: input.body,
			headers: { ...credentialOf(endpoint, target), Accept: 'application/json' },
			maxRedirects: 0,
			maxContentLength: mostBytes,
			timeout: timeoutMs,
			validateStatus: () => true,
		});
	} catch (error) {
		if (!isAxiosError(error)) throw error;
		const name = `${method} ${endpoint.path}`;
		throw new Error(
			`${target.baseUrl} did not answer ${name} (${error.code ?? 'unknown error'}). Check the base URL and the network.`,
		);
	}
};

/**
 * Requests what an endpoint reads. If the service sends a 429 that says when to try again, the
 * request waits and is repeated.
 * @throws {InvalidInput} if the contract does not accept the input.
 * @throws if no answer is received.
 */
export const request = async (
	endpoint: ReadingEndpoint,
	input: Input,
	target: Target,
): Promise<Answer> => {
	for (let attempt = 1; ; attempt++) {
		const { status, headers, data } = await send(endpoint, input, target);
		const told = headers as HttpResponse['headers'];
		const waitMs = status === 429 ? refusalMs(told, Date.now()) : undefined;
		if (waitMs === undefined || attempt === mostAttempts) return { status, body: data };
		process.stderr.write(`Waiting for the rate limit: ${waitMs / 1000} s\n`);
		await wait(waitMs);
	}
};
