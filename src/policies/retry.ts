import { NotSent, OutcomeUnknown } from '../errors';
import { retryAfterMs } from '../headers';
import type { Clock, HttpRequest, HttpResponse, Policy } from '../http';

/**
 * What the repeats of one credential may cost, shared by all that send with it. A service that is
 * down is then asked little more than once for each request, instead of four times.
 */
export interface RetryBudget {
	/** Whether one more repeat may be made; it is then paid for. */
	spend(): boolean;
	/** A request succeeded: a part of what a repeat costs comes back. */
	earn(): void;
}

const fullBudget = 500;
const costOfRepeat = 5;

export const createRetryBudget = (): RetryBudget => {
	let left = fullBudget;
	return {
		spend() {
			if (left < costOfRepeat) return false;
			left -= costOfRepeat;
			return true;
		},
		earn() {
			left = Math.min(left + 1, fullBudget);
		},
	};
};

export interface RetryOptions {
	readonly clock: Clock;
	readonly budget: RetryBudget;
	/** Longest time to wait for one request, all its repeats together, in milliseconds. */
	readonly maxWaitMs: number;
	/** Between 0 and 1; spreads the waits that the service does not dictate. */
	readonly random: () => number;
	/** Told of each repeat. */
	readonly onRepeat?: () => void;
	/** Told when a refused request begins to wait for its repeat and when it has waited. */
	readonly onWait?: (began: boolean) => void;
}

type Outcome = { readonly response: HttpResponse } | { readonly failure: unknown };

const mostAttempts = 4;
/** A 429 that gives no useful time is asked again no more often than this. */
const shortestRefusalWaitMs = 250;
const firstBackoffMs = 500;
const longestBackoffMs = 8_000;

const transientStatuses = new Set([500, 502, 503, 504]);

const isRefusal = (outcome: Outcome): outcome is { readonly response: HttpResponse } =>
	'response' in outcome && outcome.response.status === 429;

const isSuccess = (outcome: Outcome): boolean =>
	'response' in outcome && outcome.response.status >= 200 && outcome.response.status < 300;

/** A success that says it is JSON, but could not be read as such. */
const isCutOff = ({ status, headers, body }: HttpResponse): boolean =>
	status === 200 && typeof body === 'string' && /\bjson\b/.test(headers['content-type'] ?? '');

/** Whether a repeat can do no harm, by what is known of the try. */
const isHarmless = (outcome: Outcome, request: HttpRequest): boolean => {
	if ('response' in outcome) {
		const { safe } = outcome.response.of ?? request;
		return safe && (transientStatuses.has(outcome.response.status) || isCutOff(outcome.response));
	}
	if (outcome.failure instanceof NotSent) return true;
	return outcome.failure instanceof OutcomeUnknown && outcome.failure.safe;
};

/**
 * Repeats a request where that can do no harm. A 429 was refused unprocessed, so any request is
 * repeated after `Retry-After` (section 8.3); after a 5xx, an answer that is cut off or a broken
 * connection only a safe one; after a failure that proves that nothing was sent, any. Every other
 * answer is final. When the next wait would exceed `maxWaitMs`, or the budget is spent, or the request
 * allows `noRepeat`, the last outcome stands.
 */
export const retry =
	({ clock, budget, maxWaitMs, random, onRepeat, onWait }: RetryOptions): Policy =>
	(next) =>
	async (request) => {
		let waited = 0;
		for (let attempt = 1, failures = 1; ; attempt++) {
			const outcome = await next(request).then(
				(response): Outcome => ({ response }),
				(failure: unknown): Outcome => ({ failure }),
			);
			if (isSuccess(outcome) && !isHarmless(outcome, request)) budget.earn();
			const backoff = random() * Math.min(firstBackoffMs * 2 ** (attempt - 1), longestBackoffMs);
			const refusal = isRefusal(outcome);
			const wait = refusal
				? Math.max(retryAfterMs(outcome.response.headers) ?? backoff, shortestRefusalWaitMs)
				: backoff;
			const repeats =
				!request.noRepeat &&
				waited + wait <= maxWaitMs &&
				(refusal || (failures++ < mostAttempts && isHarmless(outcome, request) && budget.spend()));
			if (!repeats) {
				if ('response' in outcome) return outcome.response;
				throw outcome.failure;
			}
			onRepeat?.();
			waited += wait;
			if (refusal) onWait?.(true);
			await clock.sleep(wait).finally(() => refusal && onWait?.(false));
		}
	};
