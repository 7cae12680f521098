import axios, { isAxiosError } from 'axios';
import { networkError } from '../../src/errors';
import type { HttpResponse, Transport } from '../../src/http';
import { Stopped } from './failure';

/** Where requests go, and with what. */
export interface Target {
	/** Without a slash at the end. */
	readonly baseUrl: string;
	readonly credential: Readonly<Record<string, string>>;
	/** Ends what is under way. */
	readonly signal: AbortSignal;
}

const timeoutMs = 30_000;
const mostBytes = 100_000_000;

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
};

const headersOf = (headers: object): HttpResponse['headers'] =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);

/** A transport over the network of this machine. It follows no redirect, which could lead the key elsewhere. */
export const networkTransport =
	({ baseUrl, credential, signal }: Target): Transport =>
	async (request) => {
		const { method, path, body } = request;
		try {
			const answer = await axios.request<string>({
				method,
				url: `${baseUrl}${path}`,
				data: body?.map(String).join(''),
				headers: {
					...credential,
					Accept: 'application/json',
					...(body && { 'Content-Type': 'application/json' }),
				},
				signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
				maxRedirects: 0,
				maxContentLength: mostBytes,
				responseType: 'text',
				transformResponse: (text: string) => text,
				validateStatus: () => true,
			});
			const { status, headers, data } = answer;
			return { status, headers: headersOf(headers), body: parsed(data) };
		} catch (error) {
			if (signal.aborted) throw new Stopped();
			if (!isAxiosError(error)) throw error;
			const code = error.code === 'ERR_CANCELED' ? 'ETIMEDOUT' : (error.code ?? 'ECONNRESET');
			throw networkError(code, request, baseUrl.startsWith('https:'));
		}
	};
