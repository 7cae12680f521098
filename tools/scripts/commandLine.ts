import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { n8nVersions, versionNamed, versionVariable } from './n8n/installation/versions';

/** Something is wrong with the command line; the message says what. */
export class UsageError extends Error {}

/** An invalid value of an option. */
export const invalidValue = (option: string, value: string, expected: string): UsageError =>
	new UsageError(`option '${option}' argument '${value}' is invalid. ${expected}`);

/** The help text for the option that chooses n8n's version. */
export const n8nHelp = `  --n8n <version>          version of n8n: ${n8nVersions.join(', ')}
                           (default: the newest), or the folder in which one
                           is installed`;

const manifest = z.object({ version: z.string() });

/** The n8n that is installed in a folder; undefined if there is none. */
const installedIn = (folder: string) => {
	const n8n = path.resolve(folder, 'node_modules', 'n8n');
	if (!existsSync(path.join(n8n, 'bin', 'n8n'))) return undefined;
	const text = readFileSync(path.join(n8n, 'package.json'), 'utf8');
	return { bin: path.join(n8n, 'bin', 'n8n'), ...manifest.parse(JSON.parse(text)) };
};

/**
 * Uses the n8n of the option `--n8n` for this process and its child processes.
 * @throws UsageError when there is none with that name
 */
export const chooseN8n = (named: string | undefined): void => {
	if (named === undefined) return;
	const version = versionNamed(named);
	const installed = version ? undefined : installedIn(named);
	if (installed) process.env.N8N_BIN = installed.bin;
	else if (!version) {
		const expected = `The versions are ${n8nVersions.join(', ')}; a folder holds node_modules/n8n.`;
		throw invalidValue('--n8n <version>', named, expected);
	}
	process.env[versionVariable] = version ?? installed?.version;
};

/** Whether `parseArgs` of `node:util` or a script's own option parser threw the error. */
const isUsageError = (error: unknown): error is Error =>
	error instanceof UsageError ||
	(error instanceof TypeError && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code)));

/**
 * Parses the command line with `read`. For a wrong command line, prints the error and ends the
 * process. For `--help`, prints `help` and ends the process.
 */
export const readCommandLine = <Options>(help: string, read: () => Options): Options => {
	if (process.argv.slice(2).some((argument) => ['-h', '--help'].includes(argument))) {
		console.log(help);
		process.exit(0);
	}
	try {
		return read();
	} catch (error) {
		if (!isUsageError(error)) throw error;
		console.error(`error: ${error.message}`);
		process.exit(1);
	}
};
