import { mkdir, statfs } from 'node:fs/promises';
import { CommandFailed, run } from './command';
import { errorCode } from './errorCode';
import { npm } from './npm';
import { SetupError } from './setupError';

const gigabyte = 1024 ** 3;

/** n8n with all it depends on takes 2.6 GB; npm keeps the downloads as well. */
const neededBytes = 4 * gigabyte;

/** A database that cannot grow stops n8n, so there must be more than the first start takes. */
const neededDataBytes = 0.2 * gigabyte;

const pingTimeoutMs = 15_000;

/** The codes with which npm reports that it reached nobody. */
const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ESOCKET/;

/** What a native module of n8n is built with, and how to get it. */
const buildTools = (): { commands: string[]; advice: string } | undefined => {
	if (process.platform === 'win32') return undefined;
	const python = process.env.npm_config_python ?? process.env.PYTHON ?? 'python3';
	if (process.platform === 'darwin') {
		return {
			commands: [python, 'make', process.env.CXX ?? 'c++'],
			advice: 'install them with `xcode-select --install`',
		};
	}
	return {
		commands: [python, 'make', process.env.CXX ?? 'g++'],
		advice:
			'install them (Debian and Ubuntu: `apt-get install python3 make g++`; ' +
			'Fedora: `dnf install python3 make gcc-c++`; Alpine: `apk add python3 make g++`)',
	};
};

const isRunnable = async (command: string, cwd: string, signal?: AbortSignal): Promise<boolean> => {
	try {
		// `CXX` may hold a command with arguments, such as `ccache g++`.
		const [program = command, ...args] = command.split(' ');
		await run(program, [...args, '--version'], { cwd, signal });
		return true;
	} catch (error) {
		signal?.throwIfAborted();
		if (error instanceof CommandFailed) return false;
		if (errorCode(error) === 'ENOENT') return false;
		throw error;
	}
};

/**
 * Makes sure that a native module of n8n can be compiled.
 * @throws SetupError naming what is missing for that
 */
export const requireBuildTools = async (folder: string, signal?: AbortSignal): Promise<void> => {
	const tools = buildTools();
	if (!tools) return;
	const missing: string[] = [];
	for (const command of tools.commands) {
		if (!(await isRunnable(command, folder, signal))) missing.push(command);
	}
	if (missing.length === 0) return;
	throw new SetupError(
		"n8n's database module could not be had ready-made from GitHub, and to compile it " +
			`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: ${tools.advice}, or ` +
			'name an installed n8n with N8N_BIN, and start again.',
	);
};

/** Makes sure that a folder has so much space left; `way` is what else can be done. */
const requireSpace = async (folder: string, bytes: number, way: string): Promise<void> => {
	const { bavail, bsize } = await statfs(folder);
	const free = bavail * bsize;
	if (free >= bytes) return;
	const inGigabytes = (size: number) => Number((size / gigabyte).toFixed(1));
	throw new SetupError(
		`n8n needs ${inGigabytes(bytes)} GB of disk space and ${folder} has ` +
			`${inGigabytes(free)} GB left: free some, or ${way}, and start again.`,
	);
};

/**
 * Makes sure that n8n and the sandbox have room for their data.
 * @param folder where they keep them; created if missing
 * @throws SetupError when there is too little
 */
export const requireDataSpace = async (folder: string): Promise<void> => {
	await mkdir(folder, { recursive: true });
	await requireSpace(folder, neededDataBytes, 'choose another folder with --data');
};

const requireRegistry = async (folder: string, signal?: AbortSignal): Promise<void> => {
	try {
		await npm(['ping', '--fetch-retries=0', `--fetch-timeout=${pingTimeoutMs}`], {
			cwd: folder,
			signal,
		});
	} catch (error) {
		if (!(error instanceof CommandFailed)) throw error;
		// A registry that does not know `ping` is there all the same.
		const sentence = explainNpmFailure(error.output);
		if (sentence) throw new SetupError(sentence);
	}
};

/**
 * What to do about a failed npm command, by what it printed; undefined when the output names no
 * cause that is known here.
 */
export const explainNpmFailure = (printed: string): string | undefined => {
	// What npm tells of single requests may have gone well at the second try.
	const output = printed.replace(/^npm http .*$/gm, '');
	if (output.includes('ENOSPC')) {
		return 'The disk is full: free some space (n8n needs 4 GB) and start again.';
	}
	if (unreachable.test(output)) {
		return (
			'The npm registry cannot be reached: check the network connection and `npm config get ' +
			'registry` (behind a proxy also `npm config get proxy`), and start again.'
		);
	}
	return undefined;
};

/**
 * Makes sure, before the minutes that the installation takes, that it can succeed.
 * @param folder where n8n will be installed; created if missing
 * @throws SetupError naming what is missing: space or the registry
 */
export const requireInstallable = async (folder: string, signal?: AbortSignal): Promise<void> => {
	await mkdir(folder, { recursive: true });
	await requireSpace(folder, neededBytes, 'name an installed n8n with N8N_BIN');
	await requireRegistry(folder, signal);
};
