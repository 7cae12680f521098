import type { Clock } from '../../../src';

/** The time that one request has. */
export interface Deadline {
	/** Ends the request when its time is over, or when the run is stopped. */
	readonly signal: AbortSignal;
	/** Whether its time is over. */
	readonly isOver: () => boolean;
	/** Counts its time anew, from now on. */
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

/** How often to look: one timer for all requests, instead of one for each. */
const lookMs = 500;

/**
 * Gives requests their time, which covers the answer to its last byte: n8n's own time-out counts
 * silence only. `stop` is n8n's signal that the execution is to end. Where `isHeld` tells that the
 * request waits for this process, it gets its time anew.
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
			// The sleep throws when the run is stopped, also where n8n gives no signal to listen to.
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
