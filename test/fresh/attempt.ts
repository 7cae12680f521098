import { spawn } from 'node:child_process';
import { endGroup } from '../../scripts/n8n/installation/command';

/** What to run, and where. */
export interface Trying {
	readonly command: readonly string[];
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	/** Ends it, as Ctrl-C does, as soon as it has printed this; else it runs to its end. */
	readonly until?: RegExp;
	/** Ends it as well. */
	readonly signal: AbortSignal;
}

/** What was seen. */
export interface Seen {
	/** All that it printed. */
	readonly output: string;
	/** Whether it printed what was waited for, or ended with 0 where nothing was. */
	readonly isWell: boolean;
	/** Until then. */
	readonly seconds: number;
}

/** Longest time that it may take, in milliseconds. */
const boundMs = 900_000;

/**
 * Runs a command as a person at a keyboard does, and tells what came of it.
 * @throws the signal's reason when aborted
 */
export const attempt = async ({
	command: [program = '', ...args],
	cwd,
	env,
	until,
	signal,
}: Trying): Promise<Seen> => {
	signal.throwIfAborted();
	const begun = Date.now();
	const child = spawn(program, args, {
		cwd,
		env,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	let seconds: number | undefined;
	const take = (text: string) => {
		output += text;
		if (seconds !== undefined || !until?.test(output)) return;
		seconds = (Date.now() - begun) / 1000;
		endGroup(child, 'SIGINT');
	};
	child.stdout.setEncoding('utf8').on('data', take);
	child.stderr.setEncoding('utf8').on('data', take);
	const abort = () => endGroup(child, 'SIGINT');
	signal.addEventListener('abort', abort);
	const bound = setTimeout(() => {
		output += `\nNot over after ${boundMs / 1000} s.`;
		endGroup(child, 'SIGKILL');
	}, boundMs);
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	clearTimeout(bound);
	signal.removeEventListener('abort', abort);
	signal.throwIfAborted();
	return {
		output,
		isWell: until ? seconds !== undefined : code === 0,
		seconds: seconds ?? (Date.now() - begun) / 1000,
	};
};
