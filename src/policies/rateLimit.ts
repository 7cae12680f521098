import { retryAfterMs, windowReport } from '../headers';
import type { Clock, HttpResponse, Policy } from '../http';

interface Window {
	/** The service's own name of the window, its `X-RateLimit-Reset`; a later one is a newer window. */
	readonly reset: number;
	readonly endsAt: number;
	/** Fewest requests left that an answer of this window told. */
	readonly remaining: number;
}

/** What is known of the rate limit of one credential, shared by all that send with it. */
export interface RateLimit {
	/** Waits for a place, first come first served. Ends without one when `maxWaitMs` is over. */
	acquire(clock: Clock, maxWaitMs: number): Promise<void>;
	/** Takes an answer, or a failure without one, into account and gives the place back. */
	release(now: number, response?: HttpResponse): void;
}

/** How often to look again while a single request is out to learn of a new window. */
const scoutMs = 1_000;

const deferred = () => {
	let settle: () => void = () => undefined;
	const promise = new Promise<void>((resolve) => {
		settle = resolve;
	});
	return { promise, settle };
};

/** The window after an answer; undefined while the limit is unknown. */
const learn = (window: Window | undefined, now: number, response: HttpResponse) => {
	const report = windowReport(response.headers, now);
	if (response.status === 429) {
		const wait = retryAfterMs(response.headers) ?? (report ? report.endsAt - now : 0);
		const reset = Math.max(report?.reset ?? 0, window?.reset ?? 0);
		return { reset, endsAt: now + wait, remaining: 0 };
	}
	if (!report) return window && now >= window.endsAt ? undefined : window;
	if (!window || report.reset > window.reset) return report;
	if (report.reset < window.reset) return window;
	return { ...window, remaining: Math.min(report.remaining, window.remaining) };
};

/** A rate limit of which nothing is known yet (sections 8.1 to 8.3). */
export const createRateLimit = (): RateLimit => {
	let window: Window | undefined;
	let inFlight = 0;
	let line: Promise<void> = Promise.resolve();
	let answer = deferred();

	/** 0 to send at once, else the milliseconds after which there is certainly something new. */
	const waitFor = (now: number): number => {
		// The text gives no default rate: without a window the service is taken as unlimited.
		if (!window) return 0;
		if (now < window.endsAt) return window.remaining > inFlight ? 0 : window.endsAt - now;
		// A new window has begun. One request finds out about it, the others wait for its answer.
		return inFlight === 0 ? 0 : scoutMs;
	};

	return {
		async acquire(clock, maxWaitMs) {
			const started = clock.now();
			const before = line;
			const turn = deferred();
			line = turn.promise;
			try {
				await before;
				for (;;) {
					const wait = waitFor(clock.now());
					if (wait === 0 || clock.now() + wait - started > maxWaitMs) break;
					await clock.sleep(wait, inFlight > 0 ? answer.promise : undefined);
				}
				inFlight++;
			} finally {
				turn.settle();
			}
		},
		release(now, response) {
			inFlight--;
			if (response) window = learn(window, now, response);
			answer.settle();
			answer = deferred();
		},
	};
};

export interface RateLimitOptions {
	readonly limit: RateLimit;
	readonly clock: Clock;
	/** Longest time one request waits for its place, in milliseconds; then it is sent all the same. */
	readonly maxWaitMs: number;
}

/**
 * Spends the rate limit's window fully and waits for its reset, instead of running into a 429.
 * When the wait would be too long the request is sent, and the service's own answer is the answer.
 */
export const rateLimit =
	({ limit, clock, maxWaitMs }: RateLimitOptions): Policy =>
	(next) =>
	async (request) => {
		await limit.acquire(clock, maxWaitMs);
		let response: HttpResponse | undefined;
		try {
			response = await next(request);
			return response;
		} finally {
			limit.release(clock.now(), response);
		}
	};
