import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

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

const maxBuffer = 64 * 1024 * 1024;

/**
 * Runs a command to its end and returns its standard output.
 * @throws Error with what it printed as errors, when it does not end with 0 or is aborted
 */
export const run = async (
	command: string,
	args: string[],
	{ user, ...options }: RunOptions,
): Promise<string> => {
	const settings = { ...options, ...user, maxBuffer, killSignal: 'SIGKILL' } as const;
	return (await promisify(execFile)(command, args, settings)).stdout;
};
