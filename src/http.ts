import type { FileContent } from './contract';

/**
 * One HTTP request of the service, validated and encoded. The transport adds the origin and the
 * credential.
 */
export interface HttpRequest {
	readonly method: 'GET' | 'POST' | 'PATCH';
	/** Encoded path with its query; starts with a slash. */
	readonly path: string;
	/**
	 * JSON text in parts. A file's content is between the quotes of its field and is sent as base64.
	 */
	readonly body?: ReadonlyArray<string | FileContent>;
	/** Whether it changes something (`Endpoint.writes`). */
	readonly writes: boolean;
	/** Whether a repeat of the request changes nothing more (`Endpoint.safe`). */
	readonly safe: boolean;
	readonly precondition?: Precondition;
}

/**
 * A request that is sent right before another one, without a wait between them, so that its result
 * is still valid when the other one arrives. It is sent again before each retry.
 */
export interface Precondition {
	readonly request: HttpRequest;
	/** Receives the response. Throws if it is not a success, or the other request may not be sent. */
	readonly judge: (response: HttpResponse) => void;
}

export interface HttpResponse {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	/** The parsed body if it is JSON, otherwise its text. */
	readonly body: unknown;
	/** The precondition, if it failed, so that the request itself was not sent. */
	readonly of?: HttpRequest;
}

/** The only input and output. Every status is a value. Only a network failure throws. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** Wraps a transport in another transport. */
export type Policy = (next: Transport) => Transport;

export interface Clock {
	/**
	 * Milliseconds since 1970. It never jumps, so it may differ from the wall clock: only differences
	 * are exact.
	 */
	now(): number;
	/** Resolves after `ms` milliseconds, or when `wake` settles. Throws when the caller must stop. */
	sleep(ms: number, wake?: Promise<unknown>): Promise<void>;
}
