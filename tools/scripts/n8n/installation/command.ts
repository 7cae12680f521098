import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { nodeBinary, npmCli } from '../places';

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

/**
 * An environment with this project's Node first on the PATH, so that the scripts that npm runs
 * (`node-gyp`, `tsx`) use it too.
 */
export const withProjectNode = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
	...env,
	PATH: [path.dirname(nodeBinary), env.PATH].join(path.delimiter),
});

/**
 * Runs this project's npm on this project's Node and returns its standard output. The npm 10 of
 * older Nodes treats optional packages of n8n for other systems as required, and fails.
 * @throws Error with what npm printed as errors
 */
export const npm = async (args: string[], options: RunOptions): Promise<string> =>
	await run(nodeBinary, [npmCli, ...args], { ...options, env: withProjectNode(options.env) });
