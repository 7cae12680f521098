import { details } from '../../../src/contract';
import type { Clock } from '../clock';
import { Refusal } from './refusal';

type Window = {
	used: number;
	/** End of the window in milliseconds since 1970, a whole second. */
	readonly end: number;
};

/** State of one rate window after a request. */
export interface RateState {
	readonly limit: number;
	readonly remaining: number;
	/** End of the window in milliseconds since 1970, without the clock's shift. */
	readonly end: number;
	readonly exceeded: boolean;
}

/**
 * Counts requests in fixed windows, one for each bucket (section 8). A window starts with its first
 * request and ends on a whole second, because `X-RateLimit-Reset` has no fraction.
 */
export const createRateLimit = (clock: Clock, windowSeconds: number) => {
	const windows = new Map<string, Window>();
	const opened = (now: number): Window => ({
		used: 0,
		end: Math.ceil((now + windowSeconds * 1000) / 1000) * 1000,
	});
	return {
		/** Counts one request of `bucket`; one over `limit` is not counted. */
		count(bucket: string, limit: number): RateState {
			const now = clock.unshifted();
			const last = windows.get(bucket);
			const window = last !== undefined && now < last.end ? last : opened(now);
			windows.set(bucket, window);
			const exceeded = window.used >= limit;
			if (!exceeded) window.used += 1;
			return { limit, remaining: Math.max(0, limit - window.used), end: window.end, exceeded };
		},
		/** The windows that are open now. */
		windows: () =>
			[...windows]
				.filter(([, { end }]) => clock.unshifted() < end)
				.map(([bucket, { used, end }]) => ({ bucket, used, end })),
		clear: () => windows.clear(),
	};
};

export type RateLimit = ReturnType<typeof createRateLimit>;

/** The headers of section 8.2. */
export const rateHeaders = (state: RateState, clock: Clock): Record<string, string> => ({
	'X-RateLimit-Limit': String(state.limit),
	'X-RateLimit-Remaining': String(state.remaining),
	'X-RateLimit-Reset': String(Math.ceil((state.end + clock.shift) / 1000)),
});

/** The 429 of section 8.3. */
export const rateRefusal = (state: RateState, clock: Clock): Refusal => {
	const seconds = Math.max(1, Math.ceil((state.end - clock.unshifted()) / 1000));
	return new Refusal(429, details.rateLimitExceeded, { 'Retry-After': String(seconds) });
};
