import type { Clock, HttpResponse, RateLimit } from '../../src';
import { createRateLimit } from '../../src';

type Slot = Awaited<ReturnType<RateLimit['acquire']>>[number];

/** When a process starts. Its window ends 40 seconds later. */
export const startedAt = Date.parse('2026-01-05T09:00:20Z');

/** Thrown where a process would wait. */
class Waits extends Error {
	constructor(readonly ms: number) {
		super(`waits ${ms} ms`);
	}
}

export interface Answered {
	readonly status?: number;
	/** Requests that are left in the window; no report of the window if undefined. */
	readonly left?: number;
	/** Requests that a window has; null if the answer does not say so. */
	readonly limit?: number | null;
	/** When the window ends, in seconds after the start. */
	readonly ends?: number;
	readonly retryAfter?: number;
}

/** An n8n process on a key. Time passes for it only where a test says so, in seconds. */
export const createProcess = (usualLimit: number | null = 1_000) => {
	const limit = createRateLimit();
	let now = startedAt;
	const inFlight: Slot[] = [];
	const clock: Clock = {
		now: () => now,
		sleep: (ms) => Promise.reject(new Waits(ms)),
	};

	/** Sends requests if it may; tells how long it would wait if not. */
	const send = async ({ slots = 1, maxWaitMs = 1_000_000 } = {}): Promise<'sent' | number> => {
		try {
			inFlight.push(...(await limit.acquire(clock, maxWaitMs, undefined, slots)));
			return 'sent';
		} catch (error) {
			if (error instanceof Waits) return error.ms;
			throw error;
		}
	};

	const responseOf = ({
		status = 200,
		left,
		limit: size = usualLimit,
		ends = 40,
		retryAfter,
	}: Answered): HttpResponse => {
		const report = left !== undefined && {
			'x-ratelimit-remaining': String(left),
			'x-ratelimit-reset': String(startedAt / 1_000 + ends),
			...(size !== null && { 'x-ratelimit-limit': String(size) }),
		};
		const headers = {
			date: new Date(now).toUTCString(),
			...report,
			...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
		};
		return { status, headers, body: {} };
	};

	return {
		send,
		at(seconds: number) {
			now = startedAt + seconds * 1_000;
		},
		/** Sends as many requests as it may without a wait; tells how many these are. */
		async sendAll(): Promise<number> {
			const before = inFlight.length;
			while (inFlight.length - before < 1_500 && (await send()) === 'sent');
			return inFlight.length - before;
		},
		/** Answers the request that is in flight for the longest time, or the one after so many others. */
		answer(answered: Answered = {}, after = 0) {
			const [slot] = inFlight.splice(after, 1);
			if (slot) limit.release(slot, now, responseOf(answered));
		},
		/** The request that is in flight for the longest time fails without an answer. */
		fail() {
			const slot = inFlight.shift();
			if (slot) limit.release(slot, now);
		},
		room: () => limit.room(now),
	};
};
