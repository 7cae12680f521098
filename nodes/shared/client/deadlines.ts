import type { Clock } from '../../../src';

/** The timeout of one request. */
export interface Deadline {
	/** Aborts the request when it times out, or the run is stopped. */
	readonly signal: AbortSignal;
	/** Whether it has timed out. */
	readonly isOver: () => boolean;
	/** Restarts the timeout. */
	readonly renew: () => void;
	/** The request has ended by itself. */
	readonly met: () => void;
}

type Open = {
	readonly controller: AbortController;
	readonly ms: number;
	readonly isHeld: (() => boolean) | undefined;
	at: number;
	isOver: boolean;
};

/** How often to check: one timer for all requests, instead of one for each. */
const lookMs = 500;

/**
 * Creates timeouts that cover a response to its last byte: n8n's own timeout only covers silence.
 * `stop` is n8n's signal that the execution is to end. While `isHeld` returns true, the request
 * waits for this process, and its timeout restarts.
 */
export const createDeadlines = (clock: Clock, stop: AbortSignal | undefined) => {
	const open = new Set<Open>();
	let isWatched = false;
	const endAll = () => {
		for (const { controller } of open) controller.abort();
	};
	stop?.addEventListener('abort', endAll, { once: true });

	const watch = async (): Promise<void> => {
		while (open.size > 0) {
			await clock.sleep(lookMs);
			const now = clock.now();
			for (const one of open) {
				if (now < one.at) continue;
				if (one.isHeld?.()) {
					one.at = now + one.ms;
					continue;
				}
				one.isOver = true;
				one.controller.abort();
			}
		}
	};

	return (ms: number, isHeld?: () => boolean): Deadline => {
		const one: Open = {
			controller: new AbortController(),
			ms,
			isHeld,
			at: clock.now() + ms,
			isOver: false,
		};
		open.add(one);
		if (!isWatched) {
			isWatched = true;
			// The sleep throws when the run is stopped, even if n8n provides no signal.
			void watch()
				.catch(endAll)
				.finally(() => {
					isWatched = false;
				});
		}
		return {
			signal: one.controller.signal,
			isOver: () => one.isOver,
			renew: () => {
				one.at = clock.now() + ms;
			},
			met: () => void open.delete(one),
		};
	};
};
