import { FileContent } from '../contract';
import { windowReport } from '../headers';
import type { Clock, HttpRequest, HttpResponse, Policy } from '../http';
import type { InSlot } from './slots';
import { createSlots } from './slots';

interface ParallelOptions {
	readonly clock: Clock;
	/** Most requests under way at the same time. */
	readonly most: number;
}

/** Where to begin: a service that is well is at the most after a few round trips. */
const start = 10;
/** A service in trouble is still asked by so many, to learn when it is well again. */
const fewest = 4;
/** A slow answer takes this much longer than usual, by factor and by milliseconds. */
const slowFactor = 4;
const slowByMs = 250;
/** How far one answer moves what is taken for usual: a service that stays slow is usual in the end. */
const drift = 0.0005;
/** Places that each good answer adds, until there is trouble for the first time. */
const growth = 0.5;
/** The same, where the answer tells that the rate limit has room for them all. */
const growthWithRoom = 3;
/** Places that each round of good answers adds after that. */
const recovery = 4;
const isTrouble = (response: HttpResponse | undefined): boolean =>
	!response || response.status === 429 || (response.status >= 500 && response.status !== 501);

/** The time that a file takes to go out says nothing about the service. */
const isTimed = ({ body }: HttpRequest): boolean =>
	!body?.some((part) => part instanceof FileContent);

/** How many requests may be under way, learned from the answers. */
const createWidth = (most: number) => {
	let width = Math.min(start, most);
	let usualMs = Infinity;
	let cutAt = -Infinity;

	/** Whether an answer took far longer than usual; it then counts a little as usual, too. */
	const isSlow = (tookMs: number): boolean => {
		const slow = tookMs > usualMs * slowFactor && tookMs > usualMs + slowByMs;
		usualMs = tookMs < usualMs ? tookMs : usualMs + (tookMs - usualMs) * drift;
		return slow;
	};

	return {
		get: () => Math.floor(width),
		learn(request: HttpRequest, response: HttpResponse | undefined, began: number, now: number) {
			const slow = isTimed(request) && isSlow(now - began);
			// What was under way at a cut belongs to the trouble that led to it.
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
	/** Lets as many requests through at the same time as the answers allow. */
	readonly gate: Policy;
	/**
	 * Does work that counts as a request under way, and waits for its place as one. What it takes
	 * teaches nothing about the service.
	 */
	readonly inSlot: InSlot;
	/** Learns from the answers; innermost, so that no wait of ours counts as slowness. */
	readonly measure: Policy;
}

/**
 * Bounds the requests under way at the same time: begins with a few, adds more with good answers,
 * halves when the service refuses, fails or slows down, and comes back after that.
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
