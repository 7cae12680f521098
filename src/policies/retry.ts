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

interface RetryOptions {
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

type TryOutcome = { readonly response: HttpResponse } | { readonly failure: unknown };

const mostAttempts = 4;
/** A 429 that gives no useful time is asked again no more often than this. */
const shortestRefusalWaitMs = 250;
const firstBackoffMs = 500;
const longestBackoffMs = 8_000;

const transientStatuses = new Set([500, 502, 503, 504]);

const isRefusal = (outcome: TryOutcome): outcome is { readonly response: HttpResponse } =>
	'response' in outcome && outcome.response.status === 429;

const isSuccess = (outcome: TryOutcome): boolean =>
	'response' in outcome && outcome.response.status >= 200 && outcome.response.status < 300;

/** A success that says it is JSON, but could not be read as such. */
const isCutOff = ({ status, headers, body }: HttpResponse): boolean =>
	status === 200 && typeof body === 'string' && /\bjson\b/.test(headers['content-type'] ?? '');

/** Whether a repeat can do no harm, by what is known of the try. */
const isHarmless = (outcome: TryOutcome, request: HttpRequest): boolean => {
	if ('response' in outcome) {
		const { safe } = outcome.response.of ?? request;
		return safe && (transientStatuses.has(outcome.response.status) || isCutOff(outcome.response));
	}
	if (outcome.failure instanceof NotSent) return true;
	return outcome.failure instanceof OutcomeUnknown && outcome.failure.safe;
};

/** The tries of a request so far. */
export interface Tries {
	readonly request: HttpRequest;
	/** Of the last try. */
	readonly outcome: TryOutcome;
	readonly attempt: number;
	/** Tries that failed otherwise than by a 429, this one included. */
	readonly failures: number;
	readonly waitedMs: number;
}

/**
 * How long to wait before a request is repeated, in milliseconds; undefined where its outcome is
 * final. A 429 was refused unprocessed, so any request is repeated after `Retry-After` (section 8.3);
 * after a 5xx, an answer that is cut off or a broken connection only a safe one; after a failure that
 * proves that nothing was sent, any. All waits of a request together stay within `maxWaitMs`.
 */
export const retryDelayMs = (
	{ request, outcome, attempt, failures, waitedMs }: Tries,
	{ maxWaitMs, random }: Pick<RetryOptions, 'maxWaitMs' | 'random'>,
): number | undefined => {
	const refusal = isRefusal(outcome);
	const isRepeated = refusal || (failures < mostAttempts && isHarmless(outcome, request));
	if (request.noRepeat || !isRepeated) return undefined;
	const backoff = random() * Math.min(firstBackoffMs * 2 ** (attempt - 1), longestBackoffMs);
	const delayMs = refusal
		? Math.max(retryAfterMs(outcome.response.headers) ?? backoff, shortestRefusalWaitMs)
		: backoff;
	return waitedMs + delayMs <= maxWaitMs ? delayMs : undefined;
};

/** Repeats a request where that can do no harm, until the budget of its credential is spent. */
export const retry =
	({ clock, budget, onRepeat, onWait, ...limits }: RetryOptions): Policy =>
	(next) =>
	async (request) => {
		let waitedMs = 0;
		for (let attempt = 1, failures = 0; ; attempt++) {
			const outcome = await next(request).then(
				(response): TryOutcome => ({ response }),
				(failure: unknown): TryOutcome => ({ failure }),
			);
			if (isSuccess(outcome) && !isHarmless(outcome, request)) budget.earn();
			const refusal = isRefusal(outcome);
			if (!refusal) failures++;
			const delayMs = retryDelayMs({ request, outcome, attempt, failures, waitedMs }, limits);
			if (delayMs === undefined || !(refusal || budget.spend())) {
				if ('response' in outcome) return outcome.response;
				throw outcome.failure;
			}
			onRepeat?.();
			waitedMs += delayMs;
			if (refusal) onWait?.(true);
			await clock.sleep(delayMs).finally(() => refusal && onWait?.(false));
		}
	};
