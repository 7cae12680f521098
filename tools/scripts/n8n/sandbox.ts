import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { RunningChild } from './installation/child';
import { startChild } from './installation/child';
import { withProjectNode } from './installation/npm';
import { nodeBinary, projectFolder } from './places';

/** The first output of the sandbox: its URLs and accepted credentials. */
const announcement = z.object({
	baseUrl: z.string().url(),
	appUrl: z.string().url(),
	/** Null unless `--control-port` is given. */
	controlUrl: z.string().url().nullable(),
	apiKey: z.string().min(1),
});

/** A running sandbox of the service. */
export interface Sandbox extends RunningChild, z.infer<typeof announcement> {}

export interface SandboxOptions {
	/** The port of 127.0.0.1; 0 for a free one. */
	readonly port: number;
	/** The SQLite file, or `:memory:`. */
	readonly db: string;
	/** The file for its output. */
	readonly log: string;
	/** More options of `npm run sandbox`. */
	readonly args?: string[];
	readonly signal?: AbortSignal;
}

const startBoundMs = 30_000;
const stopBoundMs = 5_000;

/** The sandbox's own line among what Node may print. */
const announced = async (log: string): Promise<string | undefined> =>
	/^\{"baseUrl".*(?=\n)/m.exec(await readFile(log, 'utf8'))?.[0];

/**
 * Starts the sandbox and waits until it has printed its URLs.
 * @throws Error with the last lines of its log when it ends first, or prints nothing in 30 s
 */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
	const { port, db, log, args = [], signal } = options;
	const child = await startChild({
		name: 'The sandbox',
		command: nodeBinary,
		args: ['--import', 'tsx', 'tools/sandbox/main.ts', '--port', String(port), '--db', db, ...args],
		cwd: projectFolder,
		env: withProjectNode(),
		log,
		isReady: async () => (await announced(log)) !== undefined,
		startBoundMs,
		stopBoundMs,
		signal,
	});
	return { ...child, ...announcement.parse(JSON.parse((await announced(log)) ?? '')) };
};
