import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SystemUser } from './command';

/** A server started by these scripts. */
export interface RunningChild {
	readonly pid: number;
	/** The file with its output. */
	readonly log: string;
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
	readonly env?: NodeJS.ProcessEnv;
	/** The file for its output, which is emptied first. */
	readonly log: string;
	/** The user that it runs as; this process's own if absent. */
	readonly user?: SystemUser;
	/** Whether it answers. Asked until it does. */
	readonly isReady: () => Promise<boolean>;
	/** How long it may take until then, in milliseconds. */
	readonly startBoundMs: number;
	/** The signal to end it; SIGTERM if absent. */
	readonly stopSignal?: NodeJS.Signals;
	/** How long it may take to end by itself, in milliseconds. */
	readonly stopBoundMs: number;
	/** Stops the start. */
	readonly signal?: AbortSignal;
}

const pollMs = 100;

/** The last lines of a server's log, for an error message. */
export const logTail = async (log: string): Promise<string> => {
	const lines = (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-20);
	return `The last lines of ${log}:\n${lines.join('\n')}`;
};

/** Kills a child that leads a group of processes, and its group. */
const killGroup = ({ pid }: ChildProcess): void => {
	try {
		if (pid !== undefined) process.kill(-pid, 'SIGKILL');
	} catch {
		// All of its processes have ended.
	}
};

const spawnChild = (options: ChildOptions, output: number): RunningChild => {
	const { name, command, args, cwd, env, user, log, stopSignal, stopBoundMs } = options;
	const child = spawn(command, args, {
		cwd,
		env,
		...user,
		detached: true,
		stdio: ['ignore', output, output],
	});
	// Before anything is awaited: it can end at once.
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(`${name} could not be started: ${error.message}`));
		child.once('exit', (code, signal) => {
			// Its child processes (n8n's task runner) must not outlive a crash.
			killGroup(child);
			resolve(`${name} ended with ${code ?? signal}`);
		});
	});
	const stop = async (): Promise<void> => {
		child.kill(stopSignal ?? 'SIGTERM');
		const kill = setTimeout(() => killGroup(child), stopBoundMs);
		await ended;
		clearTimeout(kill);
	};
	return { pid: child.pid ?? 0, log, ended, stop };
};

/**
 * Starts a server and waits until it answers. It has its own process group, so that Ctrl-C reaches
 * it only through `stop`, and the script decides the order of ending.
 * @throws Error with the last lines of its log when it ends, or does not answer in time; the
 * signal's reason when aborted
 */
export const startChild = async (options: ChildOptions): Promise<RunningChild> => {
	const { name, log, isReady, startBoundMs, signal } = options;
	await mkdir(path.dirname(log), { recursive: true });
	const file = await open(log, 'w');
	const child = spawnChild(options, file.fd);
	let failure: string | undefined;
	void child.ended.then((sentence) => {
		failure = `${sentence} before it answered.`;
	});
	await file.close();
	const deadline = Date.now() + startBoundMs;
	while (!(await isReady())) {
		if (Date.now() > deadline) failure ??= `${name} did not answer in ${startBoundMs / 1000} s.`;
		if (failure || signal?.aborted) {
			await child.stop();
			signal?.throwIfAborted();
			throw new Error(`${failure} ${await logTail(log)}`);
		}
		await pause(pollMs);
	}
	return child;
};
