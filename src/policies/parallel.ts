import { FileContent } from '../contract';
import { windowReport } from '../headers';
import type { Clock, HttpRequest, HttpResponse, Policy } from '../http';
import type { InSlot } from './slots';
import { createSlots } from './slots';

interface ParallelOptions {
	readonly clock: Clock;
	/** Maximum requests in flight. */
	readonly most: number;
}

/** The initial limit: a healthy service reaches the maximum after a few round trips. */
const start = 10;
/**
 * The lowest limit: so many requests are sent even to a service in trouble, to notice its recovery.
 */
const fewest = 4;
/** A response is slow if it takes this much longer than usual, by factor and by milliseconds. */
const slowFactor = 4;
const slowByMs = 250;
/**
 * How much one response changes the usual time: a service that stays slow becomes usual eventually.
 */
const drift = 0.0005;
/** Slots that each good response adds, until the first trouble. */
const growth = 0.5;
/** The same, if the response reports that the rate limit has room for all of them. */
const growthWithRoom = 3;
/** Slots that each round of good responses adds after that. */
const recovery = 4;
const isTrouble = (response: HttpResponse | undefined): boolean =>
	!response || response.status === 429 || (response.status >= 500 && response.status !== 501);

/** The time to send a file says nothing about the service. */
const isTimed = ({ body }: HttpRequest): boolean =>
	!body?.some((part) => part instanceof FileContent);

/** How many requests may be in flight, learned from the responses. */
const createWidth = (most: number) => {
	let width = Math.min(start, most);
	let usualMs = Infinity;
	let cutAt = -Infinity;

	/** Whether a response took far longer than usual. It then also raises the usual time a little. */
	const isSlow = (tookMs: number): boolean => {
		const slow = tookMs > usualMs * slowFactor && tookMs > usualMs + slowByMs;
		usualMs = tookMs < usualMs ? tookMs : usualMs + (tookMs - usualMs) * drift;
		return slow;
	};

	return {
		get: () => Math.floor(width),
		learn(request: HttpRequest, response: HttpResponse | undefined, began: number, now: number) {
			const slow = isTimed(request) && isSlow(now - began);
			// A request from before the last cut belongs to the trouble that caused the cut.
			if (began < cutAt) return;
			if (slow || isTrouble(response)) {
				width = Math.max(width / 2, Math.min(fewest, most));
				cutAt = now;
			} else if (Number.isFinite(cutAt)) {
				width = Math.min(width + recovery / width, most);
			} else {
				const remaining = windowReport(response?.headers ?? {}, now)?.remaining ?? 0;
				width = Math.min(width + (remaining > width ? growthWithRoom : growth), most);
			}
		},
	};
};

export interface Parallel {
	/** Lets as many requests through at the same time as the responses allow. */
	readonly gate: Policy;
	/**
	 * Runs work that counts as a request in flight and waits for a slot like one. Its duration says
	 * nothing about the service.
	 */
	readonly inSlot: InSlot;
	/**
	 * Learns from the responses. Innermost, so that the client's own waits do not count as slowness.
	 */
	readonly measure: Policy;
}

/**
 * Limits the requests in flight. It starts with a few, adds more with good responses, halves them
 * when the service refuses, fails or slows down, and recovers after that.
 */
export const createParallel = ({ clock, most }: ParallelOptions): Parallel => {
	const width = createWidth(most);
	const inSlot = createSlots(clock, width.get);

	return {
		gate: (next) => async (request) => await inSlot(async () => await next(request)),
		inSlot,
		measure: (next) => async (request) => {
			const began = clock.now();
			let response: HttpResponse | undefined;
			try {
				response = await next(request);
				return response;
			} finally {
				width.learn(request, response, began, clock.now());
			}
		},
	};
};
