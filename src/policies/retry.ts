import type { Clock, HttpRequest, Policy } from '../http';
import type { TryOutcome } from './outage';
import { backoffMs, isDown, isHarmless, patienceMs, responseOf, tried } from './outage';
import type { RateLimit } from './rateLimit';

interface RetryOptions {
	readonly clock: Clock;
	/** Knows whether the service is down for all users of the credential. */
	readonly limit: Pick<RateLimit, 'outage'>;
	/** Longest time to wait for one request, all its retries together, in milliseconds. */
	readonly maxWaitMs: number;
	/** Between 0 and 1. Spreads the waits that the service does not set. */
	readonly random: () => number;
}

const mostAttempts = 4;

const noOutage = { since: undefined, closedMs: 0 };

/** The tries of a request so far. */
export interface Tries {
	readonly request: HttpRequest;
	/** The outcome of the last try. */
	readonly outcome: TryOutcome;
	readonly attempt: number;
	/** Whether a try has found the service down. */
	readonly metOutage: boolean;
	/** Milliseconds since the first failure, or since the service is down. */
	readonly failingMs: number;
	/** Milliseconds until a service that is down is asked again. */
	readonly closedMs: number;
}

/**
 * How long to wait before a retry, in milliseconds; undefined if the outcome is final. After a 5xx,
 * a truncated response or a broken connection, only a safe request is retried. After a failure that
 * proves that nothing was sent, any request is. A 429 is the business of the rate limit. Once the
 * service was down, time decides, otherwise the attempts. No retry begins after `maxWaitMs`.
 */
export const retryDelayMs = (
	{ request, outcome, attempt, metOutage, failingMs, closedMs }: Tries,
	{ maxWaitMs, random }: Pick<RetryOptions, 'maxWaitMs' | 'random'>,
): number | undefined => {
	if (!isHarmless(outcome, request) || (!metOutage && attempt >= mostAttempts)) return undefined;
	const delayMs = random() * backoffMs(attempt - 1);
	const endMs = failingMs + Math.max(delayMs, closedMs);
	return endMs < Math.min(maxWaitMs, patienceMs) ? delayMs : undefined;
};

/** Retries a request if that is harmless, with growing waits. */
export const retry =
	({ clock, limit, ...options }: RetryOptions): Policy =>
	(next) =>
	async (request) => {
		let failedAt: number | undefined;
		let metOutage = false;
		for (let attempt = 1; ; attempt++) {
			const outcome = await tried(next(request));
			const now = clock.now();
			failedAt ??= now;
			metOutage ||= isDown(outcome);
			const { since, closedMs } = isDown(outcome) ? limit.outage(now) : noOutage;
			const failingMs = now - Math.min(failedAt, since ?? now);
			const tries = { request, outcome, attempt, metOutage, failingMs, closedMs };
			const delayMs = retryDelayMs(tries, options);
			if (delayMs === undefined) return responseOf(outcome);
			await clock.sleep(delayMs);
		}
	};
