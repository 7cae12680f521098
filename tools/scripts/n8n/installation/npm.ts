import path from 'node:path';
import { nodeBinary, npmCli } from '../places';
import type { RunOptions } from './command';
import { run } from './command';

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
