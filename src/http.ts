import type { FileContent } from './contract';

/** One HTTP request of the service, checked and encoded; the origin and the credential are the transport's. */
export interface HttpRequest {
	readonly method: 'GET' | 'POST' | 'PATCH';
	/** Encoded path with its query; starts with a slash. */
	readonly path: string;
	/** Method and path template of its endpoint: what it is called where its ids are not to be told. */
	readonly name?: string;
	/** JSON text in parts; a file's content stands between the quotes of its field and goes out as base64. */
	readonly body?: ReadonlyArray<string | FileContent>;
	/** Whether it changes something (`Endpoint.writes`). */
	readonly writes: boolean;
	/** Whether a repeat of the request changes nothing more (`Endpoint.safe`). */
	readonly safe: boolean;
	/** Whether it is sent a single time, whatever becomes of it. */
	readonly noRepeat?: boolean;
	readonly precondition?: Precondition;
	readonly witness?: Witness;
}

/**
 * A request that goes right before another one, with no wait between the two: what it finds must
 * still hold when the other one arrives. It goes anew each time the other one does.
 */
export interface Precondition {
	readonly request: HttpRequest;
	/** Takes the 200; throws when the other request may not be sent. */
	readonly judge: (response: HttpResponse) => void;
}

/** Sees each time that a request goes out, and what comes back. */
export interface Witness {
	/** It is given to the network. */
	readonly goesOut: () => void;
	readonly answered: (response: HttpResponse) => void;
	/** Nothing came back that can be read. */
	readonly failed: (failure: unknown) => void;
}

export interface HttpResponse {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	/** The parsed body where it is JSON, else its text. */
	readonly body: unknown;
	/** The request that was answered, where it is not the one that was made: its precondition. */
	readonly of?: HttpRequest;
}

/** The only input and output. Every status is a value; only a network failure throws. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** Wraps a transport and keeps its shape. */
export type Policy = (next: Transport) => Transport;

export interface Clock {
	/**
	 * Milliseconds since 1970. It never jumps, so it may have moved away from the wall clock: only
	 * its differences are exact.
	 */
	now(): number;
	/**
	 * Ends after `ms` milliseconds, or when `wake` settles. Throws when the caller is to stop.
	 */
	sleep(ms: number, wake?: Promise<unknown>): Promise<void>;
}
