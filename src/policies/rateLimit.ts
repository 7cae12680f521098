import type { Clock, HttpRequest, HttpResponse, Policy } from '../http';
import type { Deferred } from './deferred';
import { deferred } from './deferred';
import type { Slot } from './ledger';
import { createLedger } from './ledger';

/** The state of the rate limit of one credential, shared by all of its users. */
export interface RateLimit {
	/**
	 * Waits for slots, first come, first served, all of them at the same time. After `maxWaitMs`,
	 * takes them without further waiting.
	 */
	acquire(
		clock: Clock,
		maxWaitMs: number,
		onWait?: (size: number | undefined) => void,
		slots?: number,
	): Promise<readonly Slot[]>;
	/** Requests that still fit in the window; Infinity while that is not known. */
	room(now: number): number;
	/** Records a response, or a failure without one, and releases the slot. */
	release(slot: Slot, now: number, response?: HttpResponse): void;
}

/** A rate limit without any reports yet (sections 8.1 to 8.3). */
export const createRateLimit = (): RateLimit => {
	const ledger = createLedger();
	let news = deferred();
	const line: Deferred[] = [];

	return {
		async acquire(clock, maxWaitMs, onWait, slots = 1) {
			const started = clock.now();
			const turn = deferred();
			line.push(turn);
			try {
				for (let waits = false; ; waits = true) {
					const now = clock.now();
					const first = line[0] === turn;
					const { waitMs, orSooner } = ledger.outlook(now, slots);
					if (first && waitMs === 0) break;
					const left = started + maxWaitMs - now;
					if (left <= 0 || (waitMs > left && !orSooner)) break;
					if (!waits) onWait?.(ledger.size());
					// The request before wakes all but the first one. They only check whether to give up.
					if (first) await clock.sleep(Math.min(waitMs, left), news.promise);
					else await clock.sleep(left, turn.promise);
				}
				return Array.from({ length: slots }, () => ledger.sent(clock.now()));
			} finally {
				line.splice(line.indexOf(turn), 1);
				line[0]?.settle();
			}
		},
		room: (now) => ledger.room(now),
		release(slot, now, response) {
			ledger.ended(slot, now, response);
			news.settle();
			news = deferred();
		},
	};
};

interface RateLimitOptions {
	readonly limit: RateLimit;
	readonly clock: Clock;
	/** Longest time one request waits for its slot, in milliseconds. After that it is sent anyway. */
	readonly maxWaitMs: number;
	/** Called when a request starts and stops waiting; `size` as in `X-RateLimit-Limit`. */
	readonly onWait?: (began: boolean, size: number | undefined) => void;
}

/**
 * Uses the full window of the rate limit and waits for its reset, instead of getting a 429. If the
 * wait would be too long, the request is sent, and the service's own response is returned. A
 * request with a precondition gets a slot for each of the two before the first one is sent, so that
 * nothing waits between them.
 */
export const rateLimit =
	({ limit, clock, maxWaitMs, onWait }: RateLimitOptions): Policy =>
	(next) => {
		const slotsFor = async (count: number): Promise<readonly Slot[]> => {
			let waits = false;
			const began = (size: number | undefined) => {
				waits = true;
				onWait?.(true, size);
			};
			return await limit.acquire(clock, maxWaitMs, began, count).finally(() => {
				if (waits) onWait?.(false, undefined);
			});
		};
		const exchange = async (request: HttpRequest, slot: Slot | undefined) => {
			let response: HttpResponse | undefined;
			try {
				response = await next(request);
				return response;
			} finally {
				if (slot) limit.release(slot, clock.now(), response);
			}
		};
		return async (request) => {
			const { precondition } = request;
			if (!precondition) return await exchange(request, (await slotsFor(1))[0]);
			const [first, second] = await slotsFor(2);
			let isHeld = true;
			try {
				const looked = await exchange(precondition.request, first);
				if (looked.status !== 200) return { ...looked, of: precondition.request };
				precondition.judge(looked);
				isHeld = false;
			} finally {
				if (isHeld && second) limit.release(second, clock.now());
			}
			return await exchange(request, second);
		};
	};
