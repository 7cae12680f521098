import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { n8nVersions, versionNamed, versionVariable } from './n8n/installation/versions';

/** Something is wrong with the command line; the message says what. */
export class UsageError extends Error {}

/** The value of an option that cannot be taken. */
export const invalidValue = (option: string, value: string, expected: string): UsageError =>
	new UsageError(`option '${option}' argument '${value}' is invalid. ${expected}`);

/** What the help of a script says of the option that chooses n8n's version. */
export const n8nHelp = `  --n8n <version>          version of n8n: ${n8nVersions.join(', ')}
                           (default: the newest), or the folder in which one
                           is installed`;

const manifest = z.object({ version: z.string() });

/** The n8n that is installed in a folder; undefined where there is none. */
const installedIn = (folder: string) => {
	const n8n = path.resolve(folder, 'node_modules', 'n8n');
	if (!existsSync(path.join(n8n, 'bin', 'n8n'))) return undefined;
	const text = readFileSync(path.join(n8n, 'package.json'), 'utf8');
	return { bin: path.join(n8n, 'bin', 'n8n'), ...manifest.parse(JSON.parse(text)) };
};

/**
 * Takes the n8n that the option `--n8n` names for this process and all that it starts.
 * @throws UsageError when there is none of that name
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

/** Whether `parseArgs` of `node:util` made the error, or a script that read what it gave. */
const isUsageError = (error: unknown): error is Error =>
	error instanceof UsageError ||
	(error instanceof TypeError && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code)));

/**
 * What `read` makes of the command line. Ends the process when it is wrong, with a line that says
 * how, and when it asks for help, with `help`.
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
