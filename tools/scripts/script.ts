/** An error that the user can fix; the message says how. */
export class SetupError extends Error {
	override name = 'SetupError';
}

/**
 * A signal that is aborted by Ctrl-C, by the system's requests to end, and by the end of the
 * process that runs the script: a shell that npm ends does not forward that.
 */
const onInterrupt = (): AbortSignal => {
	const controller = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(name, () => controller.abort(new Error(`Ended by ${name}.`)));
	}
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) controller.abort(new Error('The parent process ended.'));
	}, 500).unref();
	return controller.signal;
};

/**
 * Runs a script that starts servers. An interrupt does not end the process: it aborts the signal,
 * and the script stops what it started. Sets the exit code: 1 for a failure, 130 when interrupted
 * before the script was done.
 */
export const runScript = async (script: (signal: AbortSignal) => Promise<void>): Promise<void> => {
	const signal = onInterrupt();
	try {
		await script(signal);
	} catch (error) {
		const reason = error instanceof SetupError ? error.message : String(error);
		console.error(`\n${signal.aborted ? 'Interrupted; nothing was left running.' : reason}`);
		process.exitCode = signal.aborted ? 130 : 1;
	}
};

/**
 * Runs one step of a script, and shows its elapsed time while it runs and when it is done.
 * @returns the result of the action
 * @throws what the action throws, after marking the step as failed
 */
export const step = async <Result>(
	title: string,
	action: () => Promise<Result>,
): Promise<Result> => {
	const start = Date.now();
	const show = (mark: string) =>
		console.log(`${mark} ${title} (${Math.round((Date.now() - start) / 1000)} s)`);
	const tick = setInterval(() => show('…'), 10_000);
	try {
		const result = await action();
		show('✔');
		return result;
	} catch (error) {
		show('✖');
		throw error;
	} finally {
		clearInterval(tick);
	}
};
