import { retryAfterMs, windowReport } from '../headers';
import type { Clock, HttpResponse, Policy } from '../http';
import type { Deferred } from './deferred';
import { deferred } from './deferred';

interface Window {
	/** The service's own name of the window, its `X-RateLimit-Reset`; a later one is a newer window. */
	readonly reset: number;
	readonly endsAt: number;
	/** Fewest requests left that an answer of this window told. */
	readonly remaining: number;
	/** Requests allowed in a window, where an answer told it. */
	readonly size: number | undefined;
}

/** What is known of the rate limit of one credential, shared by all that send with it. */
export interface RateLimit {
	/** Waits for a place, first come first served. Ends without one when `maxWaitMs` is over. */
	acquire(
		clock: Clock,
		maxWaitMs: number,
		onWait?: (size: number | undefined) => void,
	): Promise<void>;
	/** Takes an answer, or a failure without one, into account and gives the place back. */
	release(now: number, response?: HttpResponse): void;
}

/** How long a single request may look for a new window before another one does, too. */
const scoutMs = 2_000;

/** After a 429 that gives no time: doubled with each one that follows. */
const firstRefusalMs = 500;
const longestRefusalMs = 8_000;

/** The window after an answer that was not refused; undefined while the limit is unknown. */
const learn = (
	window: Window | undefined,
	now: number,
	{ headers }: HttpResponse,
): Window | undefined => {
	const report = windowReport(headers, now);
	if (!report) return window && now >= window.endsAt ? undefined : window;
	const told = { ...report, size: report.limit ?? window?.size };
	if (!window || report.reset > window.reset) return told;
	if (report.reset < window.reset) return window;
	return {
		...window,
		remaining: Math.min(report.remaining, window.remaining),
		// `Date` tells whole seconds, so each answer puts the end too late: the earliest is the nearest.
		endsAt: Math.min(report.endsAt, window.endsAt),
	};
};

/** The window after a 429: shut for as long as the service says, or for `otherwiseMs`. */
const shut = (
	window: Window | undefined,
	now: number,
	{ headers }: HttpResponse,
	otherwiseMs: number,
): Window => {
	const report = windowReport(headers, now);
	const left = report ? report.endsAt - now : 0;
	const wait = retryAfterMs(headers) ?? (left > 0 ? left : otherwiseMs);
	return {
		reset: Math.max(report?.reset ?? 0, window?.reset ?? 0),
		endsAt: now + wait,
		remaining: 0,
		size: report?.limit ?? window?.size,
	};
};

/** 0 to send at once, else the milliseconds after which there is certainly something new. */
const waitFor = (
	window: Window | undefined,
	inFlight: number,
	scoutLeftAt: number | undefined,
	now: number,
): number => {
	// The text gives no default rate: without a window the service is taken as unlimited.
	if (!window) return 0;
	if (now < window.endsAt) return window.remaining > inFlight ? 0 : window.endsAt - now;
	// A new window has begun. One request finds out about it, the others wait for its answer.
	return scoutLeftAt === undefined ? 0 : Math.max(scoutLeftAt + scoutMs - now, 0);
};

/** A rate limit of which nothing is known yet (sections 8.1 to 8.3). */
export const createRateLimit = (): RateLimit => {
	let window: Window | undefined;
	let inFlight = 0;
	let scoutLeftAt: number | undefined;
	let refusals = 0;
	let news = deferred();
	const line: Deferred[] = [];

	return {
		async acquire(clock, maxWaitMs, onWait) {
			const started = clock.now();
			const place = deferred();
			line.push(place);
			try {
				for (let waits = false; ; waits = true) {
					const now = clock.now();
					const first = line[0] === place;
					const wait = waitFor(window, inFlight, scoutLeftAt, now);
					if (first && wait === 0) break;
					const left = started + maxWaitMs - now;
					if (left <= 0 || wait > left) break;
					if (!waits) onWait?.(window?.size);
					// Who is not first is woken by the one before, and looks only whether to give up.
					if (first) await clock.sleep(wait, news.promise);
					else await clock.sleep(left, place.promise);
				}
				if (window && clock.now() >= window.endsAt) scoutLeftAt = clock.now();
				inFlight++;
			} finally {
				line.splice(line.indexOf(place), 1);
				line[0]?.settle();
			}
		},
		release(now, response) {
			inFlight--;
			if (response?.status === 429) {
				const otherwise = firstRefusalMs * 2 ** refusals;
				refusals++;
				window = shut(window, now, response, Math.min(otherwise, longestRefusalMs));
			} else if (response) {
				refusals = 0;
				window = learn(window, now, response);
			}
			// Without an answer the next one looks; a straggler of an earlier window tells nothing.
			if (!response || !window || now < window.endsAt) scoutLeftAt = undefined;
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
		try {
			await limit.acquire(clock, maxWaitMs, began);
		} finally {
			if (waits) onWait?.(false, undefined);
		}
		let response: HttpResponse | undefined;
		try {
			response = await next(request);
			return response;
		} finally {
			limit.release(clock.now(), response);
		}
	};
