const firstMs = 500;
const longestMs = 8_000;

/** How long to wait if nobody says when: longer after each time before, which counts from 0. */
export const backoffMs = (before: number): number => Math.min(firstMs * 2 ** before, longestMs);

/** How long requests go on to a service that is down: it has then restarted, or needs a person. */
export const patienceMs = 60_000;

/** The state of a service that may be down. */
export interface Outage {
	/** When the first request found it down. */
	readonly since: number | undefined;
	/** How long nobody asks it, in milliseconds; not above 0 if somebody may. */
	readonly closedMs: number;
}

/** Whether the service is down. Then one request at a time knocks, and the others wait for it. */
export const createOutage = () => {
	let since: number | undefined;
	let until = -Infinity;
	let knocks = 0;
	return {
		/** @param scoutUntil how long the others wait for one that knocks */
		at: (now: number, scoutUntil: number): Outage => ({
			since,
			closedMs: Math.min(Math.max(until, scoutUntil), (since ?? -Infinity) + patienceMs) - now,
		}),
		failed(now: number): void {
			// Those that were in flight when it began, or with a knock, do not make it longer.
			if (now < until) return;
			// Nobody has asked for so long that this is another outage.
			if (now > until + patienceMs) [since, knocks] = [now, 0];
			until = now + backoffMs(knocks++);
		},
		answered(): void {
			[since, until] = [undefined, -Infinity];
		},
	};
};
