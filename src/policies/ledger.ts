import type { HttpResponse } from '../http';
import { createShare } from './share';
import type { Window } from './window';
import { after, isDoubtful, isOpen, isSane, waitMsIn } from './window';

/** The slot of one request under way. */
export interface Slot {
	readonly sentAt: number;
}

/** What the next request finds. */
interface Outlook {
	/** 0 to send at once, else the milliseconds after which there is certainly something new. */
	readonly waitMs: number;
	/** Whether an answer to what is under way may bring it sooner. */
	readonly orSooner: boolean;
}

/** What the answers told of the rate limit, and what is under way. */
interface Ledger {
	/** Requests allowed in a window, where an answer told it. */
	size(): number | undefined;
	/** For one request, or for `slots` of them that go one right after the other. */
	outlook(now: number, slots?: number): Outlook;
	/** Requests that the window still has room for; Infinity while that is not known. */
	room(now: number): number;
	/**
	 * How long the limit makes so many requests wait, in milliseconds, if nobody else sends any;
	 * undefined while no answer has told it.
	 */
	waitFor(now: number, requests: number): number | undefined;
	sent(now: number): Slot;
	/** An answer came, or a failure without one. */
	ended(slot: Slot, now: number, response?: HttpResponse): void;
}

/** How long one request may look alone: for a new window, or whether a doubtful one is used up. */
const scoutMs = 2_000;

const atOnce: Outlook = { waitMs: 0, orSooner: true };

/** A ledger in which nothing stands yet. */
export const createLedger = (): Ledger => {
	const share = createShare();
	let window: Window | undefined;
	let inFlight = 0;
	let scout: Slot | undefined;

	/** How long the others still wait for the answer of the one that looks for a new window. */
	const scoutLeftMs = (now: number): number =>
		scout && scout.sentAt <= now ? Math.max(scout.sentAt + scoutMs - now, 0) : 0;

	return {
		size: () => window?.size,
		outlook(now, slots = 1) {
			// The text gives no default rate: without a window the service is taken as unlimited.
			if (!window || !isSane(window, now)) return atOnce;
			if (!isOpen(window, now)) return { waitMs: scoutLeftMs(now), orSooner: true };
			// A window that is too small for all of them is given to them as it is.
			const needed = Math.min(slots, window.size ?? slots);
			// While nothing is under way they need not fit into the own part: else it could stay so.
			const isFree = inFlight === 0 && needed <= window.remaining;
			if (isFree || inFlight + needed <= share.room(window.remaining, inFlight)) return atOnce;
			const doubtEndsAt =
				isDoubtful(window) && inFlight === 0 ? window.foundAt + scoutMs : Infinity;
			const waitMs = Math.max(Math.min(window.endsAt, doubtEndsAt) - now, 0);
			return { waitMs, orSooner: window.remaining > 0 };
		},
		room(now) {
			if (!window || !isSane(window, now) || !isOpen(window, now)) return Infinity;
			return Math.max(window.remaining - inFlight, 0);
		},
		waitFor: (now, requests) => window && waitMsIn(window, now, requests + inFlight),
		sent(now) {
			const slot = { sentAt: now };
			if (window && !isOpen(window, now) && scoutLeftMs(now) === 0) scout = slot;
			inFlight++;
			share.spend();
			return slot;
		},
		ended(slot, now, response) {
			inFlight--;
			if (slot === scout) scout = undefined;
			if (!response) return;
			const before = window;
			window = after(before, { sentAt: slot.sentAt, now, response });
			if (!window || window === before) return;
			if (!before || !isOpen(before, now)) share.begin(inFlight);
			if (response.status === 429) share.giveBack();
			// A 429 that gives no time does not say that the window is used up.
			if (window.guesses > 0) return;
			share.learn(window, inFlight);
		},
	};
};
