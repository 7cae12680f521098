import type { HttpResponse } from '../http';
import type { Window } from './window';
import { after, isDoubtful, isOpen, isSane } from './window';

/** The slot of one request in flight. */
export interface Slot {
	readonly sentAt: number;
}

/** When the next request may be sent. */
interface Outlook {
	/**
	 * 0 to send immediately, otherwise the milliseconds after which the state has certainly changed.
	 */
	readonly waitMs: number;
	/** Whether a response to a request in flight may allow it sooner. */
	readonly orSooner: boolean;
}

/** What the responses reported about the rate limit, and what is in flight. */
interface Ledger {
	/** Requests allowed in a window, if a response reported it. */
	size(): number | undefined;
	/** For one request, or for `slots` requests that are sent right after each other. */
	outlook(now: number, slots?: number): Outlook;
	/** Requests that still fit in the window; Infinity while that is not known. */
	room(now: number): number;
	sent(now: number): Slot;
	/** A response was received, or the request failed without one. */
	ended(slot: Slot, now: number, response?: HttpResponse): void;
}

/** How long a single request may probe: for a new window, or whether a doubtful one is used up. */
const scoutMs = 2_000;

/**
 * How much of what is left may be in flight after a refusal. Others then use the same key, and each
 * process would send all that is left: the same request could be refused until its wait is over.
 */
const sharedPart = 1 / 3;

const atOnce: Outlook = { waitMs: 0, orSooner: true };

/** An empty ledger. */
export const createLedger = (): Ledger => {
	let window: Window | undefined;
	let inFlight = 0;
	let scout: Slot | undefined;
	let isShared = false;

	/**
	 * How long the others still wait for the response of the request that probes for a new window.
	 */
	const scoutLeftMs = (now: number): number =>
		scout && scout.sentAt <= now ? Math.max(scout.sentAt + scoutMs - now, 0) : 0;

	return {
		size: () => window?.size,
		outlook(now, slots = 1) {
			// The API text gives no default rate: without a window, the service counts as unlimited.
			if (!window || !isSane(window, now)) return atOnce;
			if (!isOpen(window, now)) return { waitMs: scoutLeftMs(now), orSooner: true };
			// If a window is too small for all of them, all of its slots are enough.
			const needed = Math.min(slots, window.size ?? slots);
			const part = isShared && inFlight > 0 ? sharedPart : 1;
			if (inFlight + needed <= window.remaining * part) return atOnce;
			const doubtEndsAt =
				isDoubtful(window) && inFlight === 0 ? window.foundAt + scoutMs : Infinity;
			const waitMs = Math.max(Math.min(window.endsAt, doubtEndsAt) - now, 0);
			return { waitMs, orSooner: window.remaining > 0 };
		},
		room(now) {
			if (!window || !isSane(window, now) || !isOpen(window, now)) return Infinity;
			return Math.max(window.remaining - inFlight, 0);
		},
		sent(now) {
			const slot = { sentAt: now };
			if (window && !isOpen(window, now) && scoutLeftMs(now) === 0) scout = slot;
			inFlight++;
			return slot;
		},
		ended(slot, now, response) {
			inFlight--;
			if (slot === scout) scout = undefined;
			if (!response) return;
			window = after(window, { sentAt: slot.sentAt, now, response });
			isShared ||= response.status === 429;
		},
	};
};
