import type { HttpResponse } from './http';

type Headers = HttpResponse['headers'];

/** Section 8.1: the window is one minute. One second more, because the headers tell whole seconds. */
const longestWindowMs = 61_000;

/** Time of the answer on the service's clock, in milliseconds. */
const serverTime = (headers: Headers): number | undefined => {
	const time = Date.parse(headers.date ?? '');
	return Number.isNaN(time) ? undefined : time;
};

const wholeNumber = (text: string | undefined): number | undefined =>
	text !== undefined && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;

/**
 * How long a 429 asks to wait, in milliseconds (section 8.3): seconds, or a date, which is read
 * against the service's own clock. Never more than the window; undefined when it makes no sense, as
 * no time at all.
 */
export const retryAfterMs = (headers: Headers): number | undefined => {
	const text = headers['retry-after'];
	const seconds = wholeNumber(text);
	if (seconds === 0) return undefined;
	if (seconds !== undefined) return Math.min(seconds * 1000, longestWindowMs);
	const at = Date.parse(text ?? '');
	const now = serverTime(headers);
	if (Number.isNaN(at) || now === undefined || /^[\s\d.+-]*$/.test(text ?? '')) return undefined;
	return at > now ? Math.min(at - now, longestWindowMs) : undefined;
};

/** What an answer says of the rate limit's window (section 8.2). */
export interface WindowReport {
	readonly limit: number | undefined;
	readonly remaining: number;
	/** The service's own name of the window: its `X-RateLimit-Reset`. */
	readonly reset: number;
	/** When the window ends, on the clock of `now`, in milliseconds. */
	readonly endsAt: number;
}

/**
 * Reads the three `X-RateLimit` headers. The reset is a point in time on the service's clock, so
 * the distance is taken from the `Date` of the same answer. Undefined when a header is missing or
 * makes no sense, as a reset that is over.
 */
export const windowReport = (headers: Headers, now: number): WindowReport | undefined => {
	const remaining = wholeNumber(headers['x-ratelimit-remaining']);
	const reset = wholeNumber(headers['x-ratelimit-reset']);
	if (remaining === undefined || reset === undefined) return undefined;
	const left = reset * 1000 - (serverTime(headers) ?? now);
	if (left <= 0) return undefined;
	return {
		limit: wholeNumber(headers['x-ratelimit-limit']),
		remaining,
		reset,
		endsAt: now + Math.min(left, longestWindowMs),
	};
};
