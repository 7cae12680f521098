import { z } from 'zod';
import type { Endpoint, Input, InputOf, OutputOf } from './contract';
import { ApiError, InvalidResponse, invalidField } from './errors';
import type { HttpResponse, Policy, Precondition, Transport } from './http';
import type { PagesOptions } from './pages/pages';
import { pages } from './pages/pages';
import type { PagedEndpoint, ResponseBody, Row } from './pages/reading';
import { toHttpRequest } from './request';

interface ClientOptions {
	/** Wrapped around the transport. The first one is the outermost. */
	readonly policies?: readonly Policy[];
}

export interface Client {
	/**
	 * Calls an endpoint and returns the body of its 200.
	 * @param precondition checked right before each time the request is sent
	 * @throws {InvalidInput} before anything is sent, when the input breaks the contract.
	 * @throws {ApiError} for every other status.
	 * @throws {InvalidResponse} for a 200 that is not the documented JSON.
	 * @throws {NotSent | OutcomeUnknown} for a network failure.
	 */
	call<E extends Endpoint>(
		this: void,
		endpoint: E,
		input: InputOf<E>,
		precondition?: Precondition,
	): Promise<OutputOf<E>>;
	/** The rows of a list, page by page; throws as `call` does. */
	pages<E extends PagedEndpoint>(
		endpoint: E,
		input: InputOf<E>,
		options?: PagesOptions,
	): AsyncGenerator<Row[]>;
}

type Unwrapped = { readonly schema: z.ZodTypeAny; readonly nullable: boolean };

const unwrap = (schema: z.ZodTypeAny, nullable = false): Unwrapped => {
	if (schema instanceof z.ZodNullable) return unwrap(schema.unwrap() as z.ZodTypeAny, true);
	if (schema instanceof z.ZodOptional) return unwrap(schema.unwrap() as z.ZodTypeAny, true);
	if (schema instanceof z.ZodEffects) return unwrap(schema.innerType() as z.ZodTypeAny, nullable);
	return { schema, nullable };
};

/** Whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The first field of a response that is not the object or list of the contract, or does not contain
 * such objects or lists; undefined if there is none. Everything else passes, so that a new field or
 * a new value breaks nothing.
 */
export const misshapenField = (response: z.ZodTypeAny, body: unknown): string | undefined => {
	const { schema } = unwrap(response);
	if (!(schema instanceof z.ZodObject)) return undefined;
	const fields = isRecord(body) ? body : {};
	return Object.entries(schema.shape as Record<string, z.ZodTypeAny>).find(([name, given]) => {
		const field = unwrap(given);
		const value = fields[name];
		if (field.nullable && (value === null || value === undefined)) return false;
		if (field.schema instanceof z.ZodObject) return !isRecord(value);
		if (!(field.schema instanceof z.ZodArray)) return false;
		if (!Array.isArray(value)) return true;
		const element = unwrap(field.schema.element as z.ZodTypeAny);
		return element.schema instanceof z.ZodObject && !value.every(isRecord);
	})?.[0];
};

/** Section 4: success is 200. Any other 2xx does not prove that a write was carried out. */
const isSuccess = ({ writes }: Endpoint, status: number): boolean =>
	writes ? status === 200 : status >= 200 && status < 300;

/** The body of a success. @throws {ApiError | InvalidResponse} when it is not a success. */
const successOf = (endpoint: Endpoint, input: Input, response: HttpResponse): ResponseBody => {
	const { status, body } = response;
	if (!isSuccess(endpoint, status)) throw new ApiError(endpoint, response);
	const request = `${endpoint.method} ${endpoint.path}`;
	if (!isRecord(body)) {
		const fault = 'The response of the service is not a JSON object';
		const details = `The service returned status ${status} for ${request}.`;
		throw new InvalidResponse(fault, details, endpoint);
	}
	const field = misshapenField(endpoint.response, body);
	if (field !== undefined) throw invalidField(field, endpoint);
	if (endpoint.confirms?.(body, input) === false) {
		const fault = 'The service did not confirm that the request was carried out';
		const details = `The service returned success for ${request}, with this response: ${JSON.stringify(body)}`;
		throw new InvalidResponse(fault, details, endpoint);
	}
	return body;
};

/** Declares a condition of a request: what to request first, and how to judge its success. */
export const condition = <E extends Endpoint>(
	endpoint: E,
	input: InputOf<E>,
	judge: (body: OutputOf<E>) => void,
): Precondition => ({
	request: toHttpRequest(endpoint, input),
	judge: (response) => judge(successOf(endpoint, input, response)),
});

/** A client of the service over a transport. The policies apply to every request. */
export const createClient = (
	transport: Transport,
	{ policies = [] }: ClientOptions = {},
): Client => {
	const exchange = policies.reduceRight<Transport>((next, policy) => policy(next), transport);

	const call = async <E extends Endpoint>(
		endpoint: E,
		input: InputOf<E>,
		precondition?: Precondition,
	): Promise<OutputOf<E>> => {
		const response = await exchange({
			...toHttpRequest(endpoint, input),
			...(precondition && { precondition }),
		});
		// Only the precondition was sent, and failed: this throws its error.
		if (response.of) precondition?.judge(response);
		return successOf(endpoint, input, response);
	};

	return {
		call,
		pages(endpoint, input, options = {}) {
			const body = isRecord(input.body) ? input.body : {};
			return pages(
				async (changes) => await call(endpoint, { ...input, body: { ...body, ...changes } }),
				endpoint.page,
				body,
				options,
			);
		},
	};
};
