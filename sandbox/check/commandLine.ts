import type { Command } from 'commander';
import { wholeNumber } from '../numberOption';
import { ProfileError, mayHoldProfile, writeProfile } from '../profile';
import type { CheckOptions, CheckResult } from './check';
import { CheckError, Stopped } from './failure';
import { baseUrlOf, credentialsOf, maskOf, variables } from './target';
import { printable } from './words';

interface Flags {
	readonly baseUrl: string;
	readonly writeProfile?: string;
	readonly slug: readonly string[];
	readonly externalSourceId?: string;
	readonly maxRequests: number;
	readonly maxRows: number;
}

const exitCodes = { same: 0, differences: 1, unchecked: 2, stopped: 130 } as const;

const after = `
Environment:
  ${variables.apiKey}       API key of the service; needed
  ${variables.accessToken}  access token with the scope users:read, for GET /v2/users/org-info

Exit code: 0 no differences, 1 differences, 2 the service could not be checked.

Example:
  ${variables.apiKey}=… npm run sandbox -- check --base-url https://api.example.com --write-profile service.json
  npm run sandbox -- --profile service.json`;

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

const progressTo =
	(stream: NodeJS.WriteStream): CheckOptions['onProgress'] =>
	(words) => {
		if (stream.isTTY) stream.write(`${words} …\n`);
	};

const closing = ({ profile }: CheckResult, file: string | undefined): string => {
	if (file === undefined) {
		return '--write-profile FILE keeps what was seen, for a sandbox to do likewise.';
	}
	writeProfile(file, profile);
	return `Written to ${file}. A sandbox that does likewise: npm run sandbox -- --profile ${file}`;
};

/** Checks and prints; gives the exit code. */
const run = async (
	flags: Flags,
	{ apiKey, accessToken }: ReturnType<typeof credentialsOf>,
	mask: (text: string) => string,
	signal: AbortSignal,
): Promise<number> => {
	const baseUrl = baseUrlOf(flags.baseUrl);
	const { writeProfile: file } = flags;
	if (file !== undefined) mayHoldProfile(file);
	// Loaded here, so that a sandbox which only serves is ready sooner.
	const [{ check }, { reportOf }] = await Promise.all([import('./check'), import('./report')]);
	const start = performance.now();
	const result = await check({
		baseUrl,
		apiKey,
		apiKeyName: variables.apiKey,
		accessToken,
		mostRequests: flags.maxRequests,
		mostRows: flags.maxRows,
		slugs: flags.slug,
		externalSourceId: flags.externalSourceId ?? null,
		signal,
		onProgress: progressTo(process.stderr),
	});
	const report = reportOf(result, baseUrl, secondsSince(start));
	process.stdout.write(printable(mask(`${report}\n${closing(result, file)}\n`)));
	return result.differences.length > 0 ? exitCodes.differences : exitCodes.same;
};

const checkCommand = async (flags: Flags): Promise<void> => {
	const stop = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
	let mask = (text: string): string => text;
	try {
		const credentials = credentialsOf(process.env);
		mask = maskOf(Object.values(credentials));
		process.exitCode = await run(flags, credentials, mask, stop.signal);
	} catch (error) {
		const isStopped = error instanceof Stopped;
		process.exitCode = isStopped ? exitCodes.stopped : exitCodes.unchecked;
		const isTold = error instanceof CheckError || error instanceof ProfileError;
		const words = isStopped ? 'Stopped.' : isTold ? error.message : String(error);
		process.stderr.write(`${printable(mask(words))}\n`);
	}
};

/** Adds `check` to the command line of the sandbox. */
export const addCheck = (command: Command): void => {
	command
		.command('check')
		.description(
			'Compare a real service with the contract, and with the choices of the sandbox. It reads only.',
		)
		.requiredOption('--base-url <url>', 'address of the service, as in the credential')
		.option('--write-profile <file>', 'write what was seen, for --profile of the sandbox')
		.option('--slug <slug...>', 'clickwraps to read, which no endpoint lists', [])
		.option('--external-source-id <id>', 'id whose tasks to read, which no endpoint lists')
		.option('--max-requests <number>', 'most requests to send', wholeNumber(1), 200)
		.option('--max-rows <number>', 'most tasks, and most documents, to read', wholeNumber(10), 1000)
		.addHelpText('after', after)
		.action(checkCommand);
};
