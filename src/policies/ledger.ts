import type { WindowReport } from '../headers';
import { refusalMs, windowReport } from '../headers';
import type { HttpResponse } from '../http';
import type { Outage, TryOutcome } from './outage';
import { backoffMs, createOutage, isDown } from './outage';

/** One window of the rate limit, on the local clock. */
interface Window {
	readonly endsAt: number;
	/** Requests left in it. */
	readonly remaining: number;
	/** Requests allowed in it, if a response reported it. */
	readonly size: number | undefined;
}

/** When the next request may be sent. */
interface Outlook {
	/** 0 to send immediately, otherwise the milliseconds after which the state has changed. */
	readonly waitMs: number;
	/** Whether a response to a request in flight may allow it sooner. */
	readonly orSooner: boolean;
	/** Whether the window is used up: one that is learned, or an outage, is not. */
	readonly isLimited?: true;
}

/** How long the others wait for the response of the first request after a window, or of a knock. */
const scoutMs = 2_000;

/**
 * Part of a window that may be in flight after a refusal. Others then use the same key, and one
 * process would take the window before another one has seen that it began.
 */
const sharedPart = 1 / 20;

const atOnce: Outlook = { waitMs: 0, orSooner: true };

/**
 * The window of a report. Two windows never overlap, so it is the open one, if there is one.
 * Responses overtake each other: the lowest number counts. Each one puts the end up to a second too
 * late, because `Date` has no fraction: the earliest end counts.
 */
const windowOf = (
	{ leftMs, remaining, limit }: WindowReport,
	now: number,
	open: Window | undefined,
	size: number | undefined,
): Window => ({
	endsAt: Math.min(now + leftMs, open?.endsAt ?? Infinity),
	remaining: Math.min(remaining, open?.remaining ?? Infinity),
	size: limit ?? size,
});

/** What the responses reported about the rate limit, and what is in flight. */
export const createLedger = () => {
	let window: Window | undefined;
	const outage = createOutage();
	let inFlight = 0;
	let scoutUntil = -Infinity;
	let guesses = 0;
	let isShared = false;

	const openAt = (now: number) => (window && now < window.endsAt ? window : undefined);

	/** Nothing is left, for as long as the 429 or the window says, otherwise longer each time. */
	const refusal = (now: number, { headers }: HttpResponse): WindowReport => {
		const open = openAt(now);
		const toldMs = refusalMs(headers, now) ?? (open && open.endsAt - now);
		const { limit } = windowReport(headers, now) ?? {};
		return { limit, remaining: 0, leftMs: toldMs ?? backoffMs(guesses++) };
	};

	return {
		/** For a request that takes so many places. */
		outlook(now: number, places: number): Outlook {
			const { closedMs } = outage.at(now, scoutUntil);
			if (closedMs > 0) return { waitMs: closedMs, orSooner: true };
			// The API text gives no default rate: without a window, the service counts as unlimited.
			if (!window) return atOnce;
			if (!openAt(now)) return { waitMs: Math.max(scoutUntil - now, 0), orSooner: true };
			const { endsAt, remaining, size = Infinity } = window;
			// If a window is too small for all of them, all of its places are enough.
			const needed = Math.min(places, size);
			const most = isShared && inFlight > 0 ? Math.min(remaining, size * sharedPart) : remaining;
			if (inFlight + needed <= most) return atOnce;
			return { waitMs: endsAt - now, orSooner: remaining > 0, isLimited: true };
		},
		sent(now: number, places: number): void {
			const goesFirst = outage.at(now, now).since !== undefined || (window && !openAt(now));
			if (goesFirst && scoutUntil <= now) scoutUntil = now + scoutMs;
			inFlight += places;
		},
		outage: (now: number): Outage => outage.at(now, scoutUntil),
		/** A request was tried, or without an outcome, not sent. */
		ended(now: number, outcome?: TryOutcome): void {
			inFlight--;
			scoutUntil = now;
			if (!outcome) return;
			if (isDown(outcome)) outage.failed(now);
			else if ('response' in outcome) outage.answered();
			if (!('response' in outcome)) return;
			const { response } = outcome;
			const isRefused = response.status === 429;
			isShared ||= isRefused;
			if (!isRefused) guesses = 0;
			const open = openAt(now);
			const report = isRefused ? refusal(now, response) : windowReport(response.headers, now);
			// A refusal may close the window for longer than it lasts.
			window = report ? windowOf(report, now, isRefused ? undefined : open, window?.size) : open;
		},
	};
};
