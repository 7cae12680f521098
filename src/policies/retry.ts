import { NotSent, OutcomeUnknown } from '../errors';
import type { Clock, HttpRequest, HttpResponse, Policy } from '../http';

const fullBudget = 500;
const costOfRepeat = 5;

/**
 * How many retries one credential may use, shared by all of its users. A service that is down then
 * gets little more than one request per call, instead of four.
 */
export const createRetryBudget = () => {
	let left = fullBudget;
	return {
		/** Whether one more retry is allowed. If so, it is deducted. */
		spend(): boolean {
			if (left < costOfRepeat) return false;
			left -= costOfRepeat;
			return true;
		},
		/** A request succeeded: part of the cost of a retry is returned. */
		earn(): void {
			left = Math.min(left + 1, fullBudget);
		},
	};
};

export type RetryBudget = ReturnType<typeof createRetryBudget>;

interface RetryOptions {
	readonly clock: Clock;
	readonly budget: RetryBudget;
	/** Longest time to wait for one request, all its retries together, in milliseconds. */
	readonly maxWaitMs: number;
	/** Between 0 and 1. Spreads the waits that the service does not set. */
	readonly random: () => number;
}

type TryOutcome = { readonly response: HttpResponse } | { readonly failure: unknown };

const mostAttempts = 4;
const firstBackoffMs = 500;

const transientStatuses = new Set([500, 502, 503, 504]);

const isSuccess = (outcome: TryOutcome): boolean =>
	'response' in outcome && outcome.response.status >= 200 && outcome.response.status < 300;

/** A success that claims to be JSON, but could not be parsed. */
const isCutOff = ({ status, headers, body }: HttpResponse): boolean =>
	status === 200 && typeof body === 'string' && /\bjson\b/.test(headers['content-type'] ?? '');

/** Whether a retry is harmless, given the outcome of the try. */
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
	/** The outcome of the last try. */
	readonly outcome: TryOutcome;
	readonly attempt: number;
	readonly waitedMs: number;
}

/**
 * How long to wait before a retry, in milliseconds; undefined if the outcome is final. After a 5xx,
 * a truncated response or a broken connection, only a safe request is retried. After a failure that
 * proves that nothing was sent, any request is. A 429 is the business of the rate limit. All waits
 * of a request together stay within `maxWaitMs`.
 */
export const retryDelayMs = (
	{ request, outcome, attempt, waitedMs }: Tries,
	{ maxWaitMs, random }: Pick<RetryOptions, 'maxWaitMs' | 'random'>,
): number | undefined => {
	const isRepeated = attempt < mostAttempts && isHarmless(outcome, request);
	if (!isRepeated) return undefined;
	const delayMs = random() * firstBackoffMs * 2 ** (attempt - 1);
	return waitedMs + delayMs <= maxWaitMs ? delayMs : undefined;
};

/** Retries a request if that is harmless, until the budget of its credential is used up. */
export const retry =
	({ clock, budget, ...limits }: RetryOptions): Policy =>
	(next) =>
	async (request) => {
		let waitedMs = 0;
		for (let attempt = 1; ; attempt++) {
			const outcome = await next(request).then(
				(response): TryOutcome => ({ response }),
				(failure: unknown): TryOutcome => ({ failure }),
			);
			if (isSuccess(outcome) && !isHarmless(outcome, request)) budget.earn();
			const delayMs = retryDelayMs({ request, outcome, attempt, waitedMs }, limits);
			if (delayMs === undefined || !budget.spend()) {
				if ('response' in outcome) return outcome.response;
				throw outcome.failure;
			}
			waitedMs += delayMs;
			await clock.sleep(delayMs);
		}
	};
