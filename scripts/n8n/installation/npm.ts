import { existsSync } from 'node:fs';
import path from 'node:path';
import { nodeBinary, npmCli } from '../places';
import type { RunOptions } from './command';
import { run } from './command';
import { SetupError } from './setupError';

/**
 * An environment with this project's Node first on the PATH, so that the scripts that npm runs
 * (`node-gyp`, `tsx`) use it too.
 */
export const withProjectNode = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
	...env,
	PATH: [path.dirname(nodeBinary), env.PATH].join(path.delimiter),
});

/** @throws SetupError when the project itself is not installed yet */
export const requireProject = (): void => {
	if (existsSync(nodeBinary) && existsSync(npmCli)) return;
	throw new SetupError('The project is not installed yet: run `npm ci` first.');
};

/**
 * Runs this project's npm on this project's Node and returns its standard output. The npm 10 of
 * older Nodes treats optional packages of n8n for other systems as required, and fails.
 * @throws CommandFailed, and SetupError when the project itself is not installed yet
 */
export const npm = async (args: string[], options: RunOptions): Promise<string> => {
	requireProject();
	const env = withProjectNode(options.env);
	// npm's own script needs no shell, even on Windows.
	return await run(nodeBinary, [npmCli, ...args], { ...options, env });
};
