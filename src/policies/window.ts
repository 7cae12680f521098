import type { WindowReport } from '../headers';
import { longestWindowMs, refusalMs, windowReport } from '../headers';
import type { HttpResponse } from '../http';

/** The state of one window of the rate limit, on the local clock. */
export interface Window {
	/**
	 * The earliest end that a response reported. It identifies the window: the service has no ID for
	 * it.
	 */
	readonly endsAt: number;
	/** End of the previous window, if known. */
	readonly lastEndedAt: number;
	readonly remaining: number;
	/** When `remaining` was reported. */
	readonly reportedAt: number;
	/** What was left when the first own request was counted. */
	readonly found: number;
	/** When the first response was received. */
	readonly foundAt: number;
	/** Requests allowed in a window, if a response reported it. */
	readonly size: number | undefined;
	/** How many consecutive 429 responses had no time. If it is not 0, `endsAt` is a guess. */
	readonly guesses: number;
	/** Whether the service still processes requests after it reported that nothing is left. */
	readonly servesOn: boolean;
}

/** A response, and when its request was sent. */
export interface TimedResponse {
	readonly sentAt: number;
	readonly now: number;
	readonly response: HttpResponse;
}

/** `Date` and `X-RateLimit-Reset` have whole seconds. */
const fuzzMs = 1_000;

/** After a 429 without a time. Doubled for each one that follows. */
const firstGuessMs = 500;
const longestGuessMs = 8_000;

/** A window that ends beyond the longest one shows that the local clock was set back. */
export const isSane = ({ endsAt }: Window, now: number): boolean => endsAt - now <= longestWindowMs;

/** Whether the window has not ended. */
export const isOpen = ({ endsAt }: Window, now: number): boolean => now < endsAt;

/**
 * Whether a single response reports that nothing is left: others used all, or the service is wrong.
 */
export const isDoubtful = ({
	remaining,
	found,
	size,
	reportedAt: toldAt,
	foundAt,
}: Window): boolean => remaining === 0 && found === 1 && size !== 1 && toldAt === foundAt;

/** End of the latest window that is over. */
const lastEnd = (window: Window, now: number): number =>
	isOpen(window, now) ? window.lastEndedAt : window.endsAt;

/** Whether the response belongs to a window that is over, and arrived late. */
const isStraggler = (window: Window, { sentAt, now }: TimedResponse, leftMs = 0): boolean => {
	const endedAt = lastEnd(window, now);
	return sentAt < endedAt && sentAt + leftMs - fuzzMs <= endedAt;
};

/** What a report says is left, unless it is zero and the service still processes requests. */
const leftBy = ({ remaining }: WindowReport, servesOn = false): number =>
	remaining === 0 && servesOn ? Infinity : remaining;

/** The window after one more of its responses. */
const merged = (window: Window, { sentAt, now }: TimedResponse, report: WindowReport): Window => {
	const askedLater = sentAt >= window.reportedAt;
	const servesOn =
		window.servesOn || (askedLater && window.remaining === 0 && report.remaining === 0);
	const remaining = leftBy(report, servesOn);
	return {
		...window,
		// Responses overtake each other, so the lowest value counts, unless a later request reports
		// more.
		...((askedLater || remaining <= window.remaining) && { remaining, reportedAt: now }),
		// Each response puts the end up to a second too late, because `Date` has no fraction: the
		// earliest one is the closest.
		endsAt: Math.min(window.endsAt, now + report.leftMs),
		...(sentAt <= window.foundAt && { found: Math.max(window.found, report.remaining + 1) }),
		size: report.limit ?? window.size,
		servesOn,
	};
};

/** The window after a response that was not refused; undefined while the limit is unknown. */
const learn = (window: Window | undefined, answer: TimedResponse): Window | undefined => {
	const { now, response } = answer;
	const report = windowReport(response.headers, now);
	if (window && isStraggler(window, answer, report?.leftMs)) return window;
	// Two windows never overlap: whatever end a response reports, it is for this one.
	if (window && isOpen(window, now)) return report ? merged(window, answer, report) : window;
	return (
		report && {
			endsAt: now + report.leftMs,
			lastEndedAt: window?.endsAt ?? -Infinity,
			remaining: leftBy(report, window?.servesOn),
			reportedAt: now,
			found: report.remaining + 1,
			foundAt: now,
			size: report.limit ?? window?.size,
			guesses: 0,
			servesOn: window?.servesOn ?? false,
		}
	);
};

/** The window after a 429: closed for as long as the service says, otherwise longer each time. */
const shut = (window: Window | undefined, answer: TimedResponse): Window => {
	const { now, response } = answer;
	const reportedMs = refusalMs(response.headers, now);
	if (window && isStraggler(window, answer, reportedMs)) return window;
	const open = window && isOpen(window, now) ? window : undefined;
	// A request that was in flight belongs to the known trouble.
	if (open?.remaining === 0 && reportedMs === undefined) return open;
	const guesses = reportedMs === undefined ? (window?.guesses ?? 0) + 1 : 0;
	const guessMs = Math.min(firstGuessMs * 2 ** (guesses - 1), longestGuessMs);
	const latest = reportedMs !== undefined && open?.guesses === 0 ? open.endsAt : Infinity;
	return {
		endsAt: Math.min(now + (reportedMs ?? guessMs), latest),
		lastEndedAt: window ? lastEnd(window, now) : -Infinity,
		remaining: 0,
		reportedAt: now,
		found: open?.found ?? 0,
		foundAt: open?.foundAt ?? now,
		size: windowReport(response.headers, now)?.limit ?? window?.size,
		guesses,
		servesOn: false,
	};
};

/** The window after a response. */
export const after = (window: Window | undefined, answer: TimedResponse): Window | undefined => {
	const known = window && isSane(window, answer.now) ? window : undefined;
	return answer.response.status === 429 ? shut(known, answer) : learn(known, answer);
};
