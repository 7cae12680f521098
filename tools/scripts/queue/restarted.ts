import type { RunningChild } from '../n8n/installation/child';

/** A server that is restarted whenever it ends by itself, as a service manager does. */
export interface Restarted<Child extends RunningChild> {
	/** The current process, or the last one. */
	current(): Child;
	/**
	 * Stops it permanently.
	 * @throws the error that prevented a restart, if any
	 */
	stop(): Promise<void>;
}

/**
 * Starts a server and keeps it running.
 * @param onStart called for each start except the first one
 * @throws what `start` throws the first time
 */
export const keepRunning = async <Child extends RunningChild>(
	start: () => Promise<Child>,
	onStart: () => void,
): Promise<Restarted<Child>> => {
	let child = await start();
	let isWanted = true;
	const watch = async (): Promise<void> => {
		await child.ended;
		if (!isWanted) return;
		child = await start();
		// `stop` was called in the meantime, and found nothing to stop.
		if (!isWanted) await child.stop();
		onStart();
		await watch();
	};
	const failure = watch().then(
		() => undefined,
		(error: unknown) => ({ error }),
	);
	return {
		current: () => child,
		async stop() {
			isWanted = false;
			await child.stop();
			const failed = await failure;
			if (failed) throw failed.error;
		},
	};
};
