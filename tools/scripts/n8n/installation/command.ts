import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** A command that ended with an error. The message has the last lines of its output. */
export class CommandFailed extends Error {
	override name = 'CommandFailed';
}

/** A user of the operating system. */
export interface SystemUser {
	readonly uid: number;
	readonly gid: number;
}

export interface RunOptions {
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** The user that it runs as; this process's own if absent. */
	readonly user?: SystemUser;
	readonly signal?: AbortSignal;
}

/** The last lines of a program's output, for an error message. */
export const lastLines = (output: string): string =>
	output.trimEnd().split('\n').slice(-20).join('\n');

/** Whether child processes lead a group of their own. Windows ends a tree of processes instead. */
export const detached = process.platform !== 'win32';

/** Ends a child that was spawned `detached`, and all of its child processes. */
export const endGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
	if (pid === undefined) return;
	if (!detached) {
		spawnSync('taskkill', ['/pid', String(pid), '/T', '/F']);
		return;
	}
	try {
		process.kill(-pid, signal);
	} catch {
		// All of its processes have ended.
	}
};

/**
 * Runs a command to its end and returns its standard output. It does not use execa, which ends no
 * process group either, and as an ES module cannot be loaded by Jest.
 * @throws CommandFailed when it does not end with 0; the signal's reason when aborted
 */
export const run = async (
	command: string,
	args: string[],
	{ cwd, env, user, signal }: RunOptions,
): Promise<string> => {
	signal?.throwIfAborted();
	const child = spawn(command, args, {
		cwd,
		env,
		...user,
		detached,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const printed = Promise.all([text(child.stdout), text(child.stderr)]);
	// While installing, npm does not end by itself.
	const abort = () => endGroup(child, 'SIGKILL');
	signal?.addEventListener('abort', abort);
	try {
		const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
		signal?.throwIfAborted();
		const [stdout, stderr] = await printed;
		if (code === 0) return stdout;
		const called = [path.basename(command), ...args].join(' ');
		throw new CommandFailed(
			`${called} ended with ${code ?? killedBy}\n${lastLines(stdout + stderr)}`,
		);
	} finally {
		signal?.removeEventListener('abort', abort);
	}
};
