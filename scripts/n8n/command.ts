import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { errorCode } from './errorCode';

/** How long an aborted command may take to end; npm, when installing, does not end by itself. */
const killAfterMs = 2_000;

/** A command that ended with an error; `output` is all it printed. */
export class CommandFailed extends Error {
	override name = 'CommandFailed';

	constructor(
		command: string,
		readonly output: string,
		ending: string,
	) {
		super(`${command} ${ending}\n${lastLines(output)}`);
	}
}

/** A user of the system, as the operating system knows it. */
export interface SystemUser {
	readonly uid: number;
	readonly gid: number;
}

export interface RunOptions {
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** The user that it runs as; this process's own when left out. */
	readonly user?: SystemUser;
	readonly signal?: AbortSignal;
	/** Told what it prints, as it comes. */
	readonly onOutput?: (text: string) => void;
}

/** The last lines of a program's output, for an error message. */
export const lastLines = (output: string, count = 20): string =>
	output.trimEnd().split('\n').slice(-count).join('\n');

/**
 * Ends a child and everything it started. The child must have been spawned `detached`, which
 * makes it the head of its own process group.
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
		// No such group any more; macOS says EPERM of one whose members have all ended.
		const code = errorCode(error);
		if (code !== 'ESRCH' && code !== 'EPERM') throw error;
	}
};

/** What a child has printed so far: to stdout, and in all. */
const collectOutput = (
	{ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>,
	onOutput?: (text: string) => void,
) => {
	const printed = { stdout: '', all: '' };
	const take = (text: string) => {
		printed.all += text;
		onOutput?.(text);
	};
	stdout.setEncoding('utf8').on('data', (text: string) => {
		printed.stdout += text;
		take(text);
	});
	stderr.setEncoding('utf8').on('data', take);
	return printed;
};

/**
 * Waits for the end of a child and of its output.
 * @returns how it ended, in words
 */
const endingOf = async (child: ChildProcess): Promise<string> =>
	await new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code, killedBy) => {
			resolve(killedBy ? `was ended by ${killedBy}` : `ended with ${String(code)}`);
		});
	});

/**
 * Runs a command to its end and gives what it printed to stdout.
 * @throws CommandFailed when it does not end with 0; the signal's reason when aborted
 */
export const run = async (
	command: string,
	args: string[],
	options: RunOptions,
): Promise<string> => {
	const { cwd, env, user, signal, onOutput } = options;
	signal?.throwIfAborted();
	const child = spawn(command, args, {
		cwd,
		env,
		...user,
		detached: process.platform !== 'win32',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let kill: NodeJS.Timeout | undefined;
	const abort = () => {
		endGroup(child, 'SIGTERM');
		kill = setTimeout(() => endGroup(child, 'SIGKILL'), killAfterMs);
	};
	signal?.addEventListener('abort', abort);
	const printed = collectOutput(child, onOutput);
	try {
		const ending = await endingOf(child);
		signal?.throwIfAborted();
		if (ending !== 'ended with 0') {
			throw new CommandFailed(`${path.basename(command)} ${args.join(' ')}`, printed.all, ending);
		}
		return printed.stdout;
	} finally {
		clearTimeout(kill);
		signal?.removeEventListener('abort', abort);
	}
};
