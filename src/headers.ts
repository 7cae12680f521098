import type { HttpResponse } from './http';

type Headers = HttpResponse['headers'];

/**
 * Section 8.1: the window is one minute. One second more, because the headers have whole seconds.
 */
const longestWindowMs = 61_000;

/** Time of the response on the service's clock, in milliseconds. */
const serverTime = (headers: Headers): number | undefined => {
	const time = Date.parse(headers.date ?? '');
	return Number.isNaN(time) ? undefined : time;
};

const countIn = (text = ''): number | undefined =>
	/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;

/** The window of the rate limit in a response (section 8.2). */
export interface WindowReport {
	readonly limit: number | undefined;
	readonly remaining: number;
	/** Milliseconds until the window ends. Up to a second too many: `Date` has no fraction. */
	readonly leftMs: number;
}

/**
 * Reads the three `X-RateLimit` headers. The reset is a time on the service's clock, so only its
 * distance from the `Date` of the same response counts. Undefined if a header is missing or
 * invalid: a limit of zero, a reset in the past, or one beyond the longest window.
 */
export const windowReport = (headers: Headers, now: number): WindowReport | undefined => {
	const remaining = countIn(headers['x-ratelimit-remaining']);
	const reset = countIn(headers['x-ratelimit-reset']);
	const limit = countIn(headers['x-ratelimit-limit']);
	if (remaining === undefined || reset === undefined || limit === 0) return undefined;
	const leftMs = reset * 1000 - (serverTime(headers) ?? now);
	return leftMs > 0 && leftMs <= longestWindowMs ? { limit, remaining, leftMs } : undefined;
};

/**
 * How long a 429 closes the window, in milliseconds: the delay in `Retry-After` (section 8.3),
 * however long, otherwise the rest of the window.
 */
export const refusalMs = (headers: Headers, now: number): number | undefined => {
	const askedMs = (countIn(headers['retry-after']) ?? 0) * 1000;
	return askedMs > 0 ? askedMs : windowReport(headers, now)?.leftMs;
};
