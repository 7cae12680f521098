import { spawn } from 'node:child_process';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { SystemUser } from './command';
import { endGroup, lastLines } from './command';

/** A server started by these scripts. */
export interface RunningChild {
	readonly pid: number;
	/** The file for its output. */
	readonly log: string;
	/** Its standard output, if requested; otherwise it is also in the log. */
	readonly stdout: Readable | null;
	/** Resolves when it ends for any reason, with a sentence that says how. */
	readonly ended: Promise<string>;
	/** Asks it to end. After the limit, kills it with all of its child processes. */
	stop(): Promise<void>;
}

interface ChildOptions {
	/** Its name, for sentences. */
	readonly name: string;
	readonly command: string;
	readonly args: string[];
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	readonly log: string;
	/** Return its standard output instead of writing it to the log. */
	readonly pipeStdout?: boolean;
	/** The user that it runs as; this process's own if absent. */
	readonly user?: SystemUser;
	/** The signal to end it; SIGTERM if absent. */
	readonly stopSignal?: NodeJS.Signals;
	/** How long it may take to end by itself, in milliseconds. */
	readonly stopBoundMs: number;
}

/**
 * Starts a server in its own process group, so that Ctrl-C reaches it only through `stop`, and this
 * script decides the order of ending. Its output is written to the log file, which is emptied
 * first.
 */
export const startChild = async (options: ChildOptions): Promise<RunningChild> => {
	const { name, command, args, cwd, env, log, pipeStdout, user, stopBoundMs } = options;
	await mkdir(path.dirname(log), { recursive: true });
	const file = await open(log, 'w');
	try {
		const child = spawn(command, args, {
			cwd,
			env,
			...user,
			detached: process.platform !== 'win32',
			stdio: ['ignore', pipeStdout ? 'pipe' : file.fd, file.fd],
		});
		// Before anything is awaited: it can end at once.
		const ended = new Promise<string>((resolve) => {
			child.once('error', (error) => resolve(`${name} could not be started: ${error.message}`));
			child.once('exit', (code, signal) => {
				// Its child processes (n8n's task runner) must not outlive a crash.
				endGroup(child, 'SIGKILL');
				resolve(`${name} ended${signal ? ` by ${signal}` : ` with ${String(code)}`}`);
			});
		});
		const stop = async (): Promise<void> => {
			child.kill(options.stopSignal ?? 'SIGTERM');
			const kill = setTimeout(() => endGroup(child, 'SIGKILL'), stopBoundMs);
			await ended;
			clearTimeout(kill);
		};
		return { pid: child.pid ?? 0, log, stdout: child.stdout, ended, stop };
	} finally {
		await file.close();
	}
};

/** The last lines of a server's log, for an error message. */
export const logTail = async (log: string): Promise<string> =>
	`The last lines of ${log}:\n${lastLines(await readFile(log, 'utf8'))}`;

const pollMs = 100;

/** When a server counts as started, and how long that may take. */
interface Readiness {
	/** Its name, for sentences. */
	readonly name: string;
	readonly isReady: () => Promise<boolean>;
	readonly boundMs: number;
	readonly signal?: AbortSignal;
}

/**
 * Waits until a server is ready; otherwise stops it.
 * @throws Error with the last lines of its log when it ends, or is not ready in time; the signal's
 * reason when aborted
 */
export const awaitReady = async (child: RunningChild, readiness: Readiness): Promise<void> => {
	const { name, isReady, boundMs, signal } = readiness;
	let failure: string | undefined;
	void child.ended.then((sentence) => {
		failure = `${sentence} before it answered.`;
	});
	const deadline = Date.now() + boundMs;
	while (!(await isReady())) {
		if (Date.now() > deadline) failure ??= `${name} did not answer in ${boundMs / 1000} s.`;
		if (failure || signal?.aborted) {
			await child.stop();
			signal?.throwIfAborted();
			throw new Error(`${failure} ${await logTail(child.log)}`);
		}
		await pause(pollMs);
	}
};
