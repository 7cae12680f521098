import { SetupError } from './n8n/installation/setupError';

const parentPollMs = 500;

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
	}, parentPollMs).unref();
	return controller.signal;
};

/**
 * Runs a script that starts servers. An interrupt does not end the process: it aborts the signal,
 * and the script stops what it started. Sets the exit code: 1 for a failure, 130 when interrupted
 * before the script was done.
 * @returns the result of the script, or undefined when it did not finish
 */
export const runScript = async <Result>(
	script: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> => {
	const signal = onInterrupt();
	try {
		return await script(signal);
	} catch (error) {
		if (signal.aborted) {
			console.error('\nInterrupted; nothing was left running.');
			process.exitCode = 130;
			return undefined;
		}
		console.error(`\n${error instanceof SetupError ? error.message : String(error)}`);
		process.exitCode = 1;
		return undefined;
	}
};
