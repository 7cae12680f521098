import type { Clock, HttpResponse, Policy } from '../http';
import type { Deferred } from './deferred';
import { deferred } from './deferred';
import type { Place } from './ledger';
import { createLedger } from './ledger';

/** What is known of the rate limit of one credential, shared by all that send with it. */
export interface RateLimit {
	/** Waits for a place, first come first served. Takes one without waiting on after `maxWaitMs`. */
	acquire(
		clock: Clock,
		maxWaitMs: number,
		onWait?: (size: number | undefined) => void,
	): Promise<Place>;
	/** Takes an answer, or a failure without one, into account and gives the place back. */
	release(place: Place, now: number, response?: HttpResponse): void;
}

/** A rate limit of which nothing is known yet (sections 8.1 to 8.3). */
export const createRateLimit = (): RateLimit => {
	const ledger = createLedger();
	let news = deferred();
	const line: Deferred[] = [];

	return {
		async acquire(clock, maxWaitMs, onWait) {
			const started = clock.now();
			const turn = deferred();
			line.push(turn);
			try {
				for (let waits = false; ; waits = true) {
					const now = clock.now();
					const first = line[0] === turn;
					const { waitMs, orSooner } = ledger.outlook(now);
					if (first && waitMs === 0) break;
					const left = started + maxWaitMs - now;
					if (left <= 0 || (waitMs > left && !orSooner)) break;
					if (!waits) onWait?.(ledger.size());
					// Who is not first is woken by the one before, and looks only whether to give up.
					if (first) await clock.sleep(Math.min(waitMs, left), news.promise);
					else await clock.sleep(left, turn.promise);
				}
				return ledger.sent(clock.now());
			} finally {
				line.splice(line.indexOf(turn), 1);
				line[0]?.settle();
			}
		},
		release(place, now, response) {
			ledger.ended(place, now, response);
			news.settle();
			news = deferred();
		},
	};
};

export interface RateLimitOptions {
	readonly limit: RateLimit;
	readonly clock: Clock;
	/** Longest time one request waits for its place, in milliseconds; then it is sent all the same. */
	readonly maxWaitMs: number;
	/** Told when a request begins to wait and when it has waited; `size` as `X-RateLimit-Limit`. */
	readonly onWait?: (began: boolean, size: number | undefined) => void;
}

/**
 * Spends the rate limit's window fully and waits for its reset, instead of running into a 429.
 * When the wait would be too long the request is sent, and the service's own answer is the answer.
 */
export const rateLimit =
	({ limit, clock, maxWaitMs, onWait }: RateLimitOptions): Policy =>
	(next) =>
	async (request) => {
		let waits = false;
		const began = (size: number | undefined) => {
			waits = true;
			onWait?.(true, size);
		};
		const place = await limit.acquire(clock, maxWaitMs, began).finally(() => {
			if (waits) onWait?.(false, undefined);
		});
		let response: HttpResponse | undefined;
		try {
			response = await next(request);
			return response;
		} finally {
			limit.release(place, clock.now(), response);
		}
	};
