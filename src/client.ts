import type { Endpoint, InputOf, OutputOf } from './contract';
import { ApiError, InvalidResponse } from './errors';
import type { HttpRequest, Policy, Transport } from './http';
import { pages } from './pages';
import { toHttpRequest } from './request';
import type { PagedEndpoint, PagesOptions, Row } from './rows';
import { misshapenField } from './shape';

export interface ClientOptions {
	/** Wrapped around the transport; the first one is the outermost. */
	readonly policies?: readonly Policy[];
	/** Whether to hold each 200 against the contract. Off, a new field or value breaks nothing. */
	readonly checkResponses?: boolean;
}

export interface CallOptions {
	/** Whether the request is sent once only, whatever becomes of it. */
	readonly once?: boolean;
}

export interface Client {
	/**
	 * Calls an endpoint and gives the body of its 200.
	 * @throws {InvalidInput} before anything is sent, when the input breaks the contract.
	 * @throws {ApiError} for every other status.
	 * @throws {InvalidResponse} for a 200 that is not the documented JSON.
	 * @throws {NotSent | OutcomeUnknown} for a network failure.
	 */
	call<E extends Endpoint>(
		endpoint: E,
		input: InputOf<E>,
		options?: CallOptions,
	): Promise<OutputOf<E>>;
	/** The rows of a list, page by page; throws as `call` does. */
	pages<E extends PagedEndpoint>(
		endpoint: E,
		input: InputOf<E>,
		options?: PagesOptions,
	): AsyncGenerator<Row[]>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A client of the service over a transport; the policies act on every request. */
export const createClient = (
	transport: Transport,
	{ policies = [], checkResponses = false }: ClientOptions = {},
): Client => {
	const send = policies.reduceRight<Transport>((next, policy) => policy(next), transport);

	const call = async <E extends Endpoint>(
		endpoint: E,
		input: InputOf<E>,
		{ once }: CallOptions = {},
	): Promise<OutputOf<E>> => {
		const request: HttpRequest = { ...toHttpRequest(endpoint, input), ...(once && { once }) };
		const response = await send(request);
		if (response.status < 200 || response.status > 299) throw new ApiError(request, response);
		const { body } = response;
		if (!isObject(body)) {
			throw new InvalidResponse(
				`The service answered ${request.method} ${endpoint.path} with status ${response.status}, but not with a JSON object`,
				endpoint.safe,
			);
		}
		const field = misshapenField(endpoint.response, body);
		if (field !== undefined) {
			throw new InvalidResponse(
				`The service answered ${request.method} ${endpoint.path} with status ${response.status}, but "${field}" is missing or not what it should be`,
				endpoint.safe,
			);
		}
		if (!checkResponses) return body;
		const checked = endpoint.response.safeParse(body);
		if (checked.success) return body;
		const faults = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
		throw new InvalidResponse(
			`The answer of ${request.method} ${endpoint.path} breaks the contract: ${faults.join('; ')}`,
			endpoint.safe,
		);
	};

	return {
		call,
		pages(endpoint, input, options = {}) {
			const body = isObject(input.body) ? input.body : {};
			return pages(
				async (changes) => await call(endpoint, { ...input, body: { ...body, ...changes } }),
				endpoint.page,
				body,
				options,
			);
		},
	};
};
