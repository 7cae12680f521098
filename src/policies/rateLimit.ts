import type { Clock, HttpRequest, HttpResponse, Policy } from '../http';
import { createLedger } from './ledger';
import type { Outage, TryOutcome } from './outage';
import { responseOf, tried } from './outage';
import type { Deferred } from './parallel';
import { deferred } from './parallel';

/** How a request waits. */
interface Waiting {
	readonly clock: Clock;
	/** When it stops waiting. */
	readonly until: number;
	/** Places that it needs at the same time. */
	readonly places: number;
	/** Whether the service refused it: then it goes before the others. */
	readonly isAgain: boolean;
	/** Called while it waits for the next window, each time that it looks. */
	readonly onWait?: (() => void) | undefined;
}

/** The state of the rate limit of one credential, shared by all of its users. */
export interface RateLimit {
	/**
	 * Waits for places, first come, first served. After `until`, takes them without further waiting;
	 * for a request that was refused, takes none and returns false.
	 */
	acquire(waiting: Waiting): Promise<boolean>;
	/** How long nothing can be sent, in milliseconds. */
	closedMs(now: number): number;
	/** Since when the service is down, if it is, and how long nobody asks it, in milliseconds. */
	outage(now: number): Outage;
	/** Releases a place, and records what became of its request, if it was sent. */
	release(now: number, outcome?: TryOutcome): void;
}

/** A rate limit without any reports yet (sections 8.1 to 8.3). */
export const createRateLimit = (): RateLimit => {
	const ledger = createLedger();
	let news = deferred();
	const line: Array<{ readonly turn: Deferred; readonly isAgain: boolean }> = [];

	/** The place in the line: behind the first one, which is being served, and others like it. */
	const placeOf = (isAgain: boolean): number => {
		const place = line.findIndex((other, index) => index > 0 && !other.isAgain);
		return isAgain && place > 0 ? place : line.length;
	};

	return {
		async acquire({ clock, until, places, isAgain, onWait }) {
			const own = { turn: deferred(), isAgain };
			line.splice(placeOf(isAgain), 0, own);
			try {
				for (;;) {
					const now = clock.now();
					const isFirst = line[0] === own;
					const { waitMs, orSooner, isLimited } = ledger.outlook(now, places);
					if (isFirst && waitMs === 0) break;
					const leftMs = until - now;
					if (leftMs <= 0 || (waitMs > leftMs && !orSooner)) {
						if (isAgain) return false;
						break;
					}
					if (isLimited) onWait?.();
					// The request before wakes all but the first one. They only check whether to give up.
					if (isFirst) await clock.sleep(Math.min(waitMs, leftMs), news.promise);
					else await clock.sleep(leftMs, own.turn.promise);
				}
				ledger.sent(clock.now(), places);
				return true;
			} finally {
				line.splice(line.indexOf(own), 1);
				line[0]?.turn.settle();
			}
		},
		closedMs: (now) => ledger.outlook(now, 1).waitMs,
		outage: ledger.outage,
		release(now, outcome) {
			ledger.ended(now, outcome);
			news.settle();
			news = deferred();
		},
	};
};

interface RateLimitOptions {
	readonly limit: RateLimit;
	readonly clock: Clock;
	/**
	 * Longest time one request waits for a place, in milliseconds, and longest time of all windows
	 * together that refuse it.
	 */
	readonly maxWaitMs: number;
	/** Called while a request waits for the next window, maybe more than once. */
	readonly onWait?: (() => void) | undefined;
}

/**
 * Uses the full window of the rate limit and waits for its reset, instead of getting a 429. A
 * request that is refused nevertheless was not processed, so any request is sent again, as one of
 * the first of the next window. If the wait would be too long, the service's own response is
 * returned. A request with a precondition gets a place for each of the two before the first one is
 * sent, so that nothing waits between them.
 */
export const rateLimit =
	({ limit, clock, maxWaitMs, onWait }: RateLimitOptions): Policy =>
	(next) => {
		const acquire = async (request: HttpRequest, isAgain: boolean) => {
			const until = clock.now() + maxWaitMs;
			const places = request.precondition ? 2 : 1;
			return await limit.acquire({ clock, until, places, isAgain, onWait });
		};
		const exchange = async (request: HttpRequest) => {
			const outcome = await tried(next(request));
			limit.release(clock.now(), outcome);
			return responseOf(outcome);
		};
		const send = async (request: HttpRequest): Promise<HttpResponse> => {
			const { precondition } = request;
			if (!precondition) return await exchange(request);
			let isHeld = true;
			try {
				const looked = await exchange(precondition.request);
				const isSuccess = looked.status >= 200 && looked.status < 300;
				if (!isSuccess) return { ...looked, of: precondition.request };
				precondition.judge(looked);
				isHeld = false;
			} finally {
				if (isHeld) limit.release(clock.now());
			}
			return await exchange(request);
		};
		return async (request) => {
			await acquire(request, false);
			for (let closedMs = 0; ; ) {
				const response = await send(request);
				if (response.status !== 429) return response;
				closedMs += limit.closedMs(clock.now());
				if (closedMs > maxWaitMs || !(await acquire(request, true))) return response;
			}
		};
	};
