import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCode } from './errorCode';

/** How long an aborted command may take to end. While installing, npm does not end by itself. */
const killAfterMs = 2_000;

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
export const lastLines = (output: string, count = 20): string =>
	output.trimEnd().split('\n').slice(-count).join('\n');

/**
 * Ends a child and all of its child processes. The child must have been spawned `detached`, so that
 * it leads its own process group.
 */
export const endGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
	if (child.pid === undefined) return;
	if (process.platform === 'win32') {
		spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
		return;
	}
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		// The group does not exist any more. macOS returns EPERM for one whose members have all ended.
		const code = errorCode(error);
		if (code !== 'ESRCH' && code !== 'EPERM') throw error;
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
		detached: process.platform !== 'win32',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const printed = Promise.all([text(child.stdout), text(child.stderr)]);
	let kill: NodeJS.Timeout | undefined;
	const abort = () => {
		endGroup(child, 'SIGTERM');
		kill = setTimeout(() => endGroup(child, 'SIGKILL'), killAfterMs);
	};
	signal?.addEventListener('abort', abort);
	try {
		const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
		signal?.throwIfAborted();
		const [stdout, stderr] = await printed;
		if (code === 0) return stdout;
		const ending = killedBy ? `was ended by ${killedBy}` : `ended with ${code}`;
		const called = [path.basename(command), ...args].join(' ');
		throw new CommandFailed(`${called} ${ending}\n${lastLines(stdout + stderr)}`);
	} finally {
		clearTimeout(kill);
		signal?.removeEventListener('abort', abort);
	}
};
