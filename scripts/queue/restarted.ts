import type { RunningChild } from '../n8n/installation/child';

/** A server that is started again whenever it ends by itself, as a service manager does. */
export interface Restarted<Child extends RunningChild> {
	/** The one that runs now, or ran last. */
	current(): Child;
	/**
	 * Ends it for good.
	 * @throws what kept it from being started again, if something did
	 */
	stop(): Promise<void>;
}

/**
 * Starts a server and keeps it running.
 * @param onStart told of each start but the first one
 * @throws what `start` throws the first time
 */
export const keepRunning = async <Child extends RunningChild>(
	start: () => Promise<Child>,
	onStart: () => Promise<void>,
): Promise<Restarted<Child>> => {
	let child = await start();
	let isWanted = true;
	const watch = async (): Promise<void> => {
		for (;;) {
			await child.ended;
			if (!isWanted) return;
			child = await start();
			// Told to stop meanwhile, it found nothing to stop.
			if (!isWanted) await child.stop();
			await onStart();
		}
	};
	const outcome = watch().then(
		() => undefined,
		(error: unknown) => ({ error }),
	);
	return {
		current: () => child,
		async stop() {
			isWanted = false;
			await child.stop();
			const failed = await outcome;
			if (failed) throw failed.error;
		},
	};
};
