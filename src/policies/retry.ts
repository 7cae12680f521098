import { NotSent, OutcomeUnknown } from '../errors';
import { retryAfterMs } from '../headers';
import type { Clock, HttpRequest, HttpResponse, Policy } from '../http';

export interface RetryOptions {
	readonly clock: Clock;
	/** Longest time to wait for one request, all its repeats together, in milliseconds. */
	readonly maxWaitMs: number;
	/** Between 0 and 1; spreads the waits that the service does not dictate. */
	readonly random: () => number;
}

type Outcome = { readonly response: HttpResponse } | { readonly failure: unknown };

const mostAttempts = 4;
/** A 429 that gives no useful time is asked again no more often than this. */
const shortestRefusalWaitMs = 250;
const firstBackoffMs = 500;
const longestBackoffMs = 8_000;

const transientStatuses = new Set([500, 502, 503, 504]);

/** Whether a repeat is allowed, by what is known of the first try. */
const mayRepeat = (outcome: Outcome, { safe }: HttpRequest): boolean => {
	if ('response' in outcome) return safe && transientStatuses.has(outcome.response.status);
	if (outcome.failure instanceof NotSent) return true;
	return safe && outcome.failure instanceof OutcomeUnknown;
};

/**
 * Repeats a request where that can do no harm. A 429 was refused unprocessed, so any request is
 * repeated after `Retry-After` (section 8.3); after a 5xx or a broken connection only a safe one;
 * after a failure that proves that nothing was sent, any. Every other answer is final. When the
 * next wait would exceed `maxWaitMs`, the last outcome stands.
 */
export const retry =
	({ clock, maxWaitMs, random }: RetryOptions): Policy =>
	(next) =>
	async (request) => {
		let waited = 0;
		for (let attempt = 1; ; attempt++) {
			const outcome = await next(request).then(
				(response): Outcome => ({ response }),
				(failure: unknown): Outcome => ({ failure }),
			);
			const backoff = random() * Math.min(firstBackoffMs * 2 ** (attempt - 1), longestBackoffMs);
			const wait =
				'response' in outcome && outcome.response.status === 429
					? Math.max(retryAfterMs(outcome.response.headers) ?? backoff, shortestRefusalWaitMs)
					: attempt < mostAttempts && mayRepeat(outcome, request)
						? backoff
						: undefined;
			if (wait === undefined || waited + wait > maxWaitMs) {
				if ('response' in outcome) return outcome.response;
				throw outcome.failure;
			}
			waited += wait;
			await clock.sleep(wait);
		}
	};
