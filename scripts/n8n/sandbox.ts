import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { RunningChild } from './installation/child';
import { logTail, startChild } from './installation/child';
import { withProjectNode } from './installation/npm';
import { nodeBinary, projectFolder } from './places';

/** The first output of the sandbox: its URLs and accepted credentials. */
const announcement = z.object({
	baseUrl: z.string().url(),
	appUrl: z.string().url(),
	/** Null unless `--control-port` is given. */
	controlUrl: z.string().url().nullable(),
	apiKey: z.string().min(1),
	oauthToken: z.string().min(1),
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
	/** Modules that its process loads first. */
	readonly imports?: readonly string[];
	readonly signal?: AbortSignal;
}

const startBoundMs = 30_000;
const stopBoundMs = 5_000;

const firstLine = async (stdout: Readable, log: string, signal: AbortSignal): Promise<string> => {
	stdout.pipe(createWriteStream(log, { flags: 'a' }));
	const lines = createInterface({ input: stdout });
	const [line] = z.tuple([z.string()]).parse(await once(lines, 'line', { signal }));
	lines.close();
	stdout.resume();
	return line;
};

/**
 * Starts the sandbox and waits until it has printed its URLs.
 * @throws Error with the last lines of its log when it ends first, or prints nothing in 30 s
 */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
	const { port, db, log, args = [], imports = [], signal } = options;
	const loaded = ['tsx', ...imports].flatMap((name) => ['--import', name]);
	const child = await startChild({
		name: 'The sandbox',
		command: nodeBinary,
		args: [...loaded, 'sandbox/main.ts', '--port', String(port), '--db', db, ...args],
		cwd: projectFolder,
		env: withProjectNode(),
		log,
		pipeStdout: true,
		stopBoundMs,
	});
	const giveUp = new AbortController();
	const bounds = [giveUp.signal, AbortSignal.timeout(startBoundMs), ...(signal ? [signal] : [])];
	void child.ended.then((sentence) => giveUp.abort(new Error(sentence)));
	try {
		if (!child.stdout) throw new Error('The sandbox has no standard output.');
		const line = await firstLine(child.stdout, log, AbortSignal.any(bounds));
		return { ...child, ...announcement.parse(JSON.parse(line)) };
	} catch (error) {
		await child.stop();
		signal?.throwIfAborted();
		throw new Error(`The sandbox did not start. ${await logTail(log)}`, { cause: error });
	}
};
