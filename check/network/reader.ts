import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '../../src/client';
import { createClient } from '../../src/client';
import type { Endpoint, Input } from '../../src/contract';
import { ApiError, InvalidResponse } from '../../src/errors';
import type { Clock, HttpResponse, Policy, Transport } from '../../src/http';
import { createRateLimit, rateLimit } from '../../src/policies/rateLimit';
import { createRetryBudget, retry } from '../../src/policies/retry';
import { witness } from '../../src/policies/witness';
import { LimitReached, Stopped } from './failure';
import { readingOnly } from './readingOnly';
import type { Target } from './transport';
import { networkTransport } from './transport';

/** Asks the service for what an endpoint that reads gives, and hands on the answer as it came. */
export interface Reader {
	ask(endpoint: Endpoint, input?: Input): Promise<HttpResponse>;
}

/** What all readers of a check share. */
export interface ReaderSettings {
	/** Most requests, repeats included. */
	readonly mostRequests: number;
	/** Told when the rate limit makes the check wait. */
	readonly onWait: () => void;
	readonly signal: AbortSignal;
	/** The network; another one in tests. */
	readonly transportTo?: (target: Target) => Transport;
}

const longestWaitMs = 150_000;

const clockOf = (signal: AbortSignal): Clock => ({
	now: () => Math.round(performance.timeOrigin + performance.now()),
	async sleep(ms, wake) {
		const end = new AbortController();
		const both = AbortSignal.any([signal, end.signal]);
		const slept = wait(ms, undefined, { signal: both }).catch(() => undefined);
		await Promise.race([slept, ...(wake ? [wake] : [])]);
		end.abort();
		if (signal.aborted) throw new Stopped();
	},
});

const answerOf = async (
	client: Client,
	endpoint: Endpoint,
	input: Input,
): Promise<HttpResponse> => {
	let answer: HttpResponse | undefined;
	const answered = (response: HttpResponse): void => {
		answer = response;
	};
	const ignored = (): void => undefined;
	try {
		await client.call(endpoint, input, {
			witness: { goesOut: ignored, answered, failed: ignored },
		});
	} catch (error) {
		// The answer itself is judged, by more than the client asks of it.
		const isAnswered = error instanceof ApiError || error instanceof InvalidResponse;
		if (!isAnswered || answer === undefined) throw error;
	}
	if (answer === undefined) throw new Error('An answer came that nobody saw');
	return answer;
};

/** Readers that share a limit of requests; each credential has a rate limit of its own. */
export const createReaders = (settings: ReaderSettings) => {
	const { mostRequests, onWait, signal, transportTo = networkTransport } = settings;
	const clock = clockOf(signal);
	let requests = 0;
	const counted: Policy = (next) => async (request) => {
		if (signal.aborted) throw new Stopped();
		if (requests >= mostRequests) throw new LimitReached();
		requests += 1;
		return await next(request);
	};
	return {
		requests: () => requests,
		/** A reader with a credential; `listening` hears each answer, also of a request that is repeated. */
		readerOf(
			baseUrl: string,
			credential: Target['credential'],
			listening: Policy = (next) => next,
		): Reader {
			const network = transportTo({ baseUrl, credential, signal });
			const client = createClient(counted(listening(readingOnly(network))), {
				policies: [
					retry({
						clock,
						budget: createRetryBudget(),
						maxWaitMs: longestWaitMs,
						random: Math.random,
						onWait: (began) => began && onWait(),
					}),
					rateLimit({
						limit: createRateLimit(),
						clock,
						maxWaitMs: longestWaitMs,
						onWait: (began) => began && onWait(),
					}),
					witness,
				],
			});
			return { ask: (endpoint, input = {}) => answerOf(client, endpoint, input) };
		},
	};
};

export type Readers = ReturnType<typeof createReaders>;
