import { parseArgs } from 'node:util';
import type { CheckOptions, CheckResult } from './check';
import { check } from './check';
import { mayHoldProfile, writeProfile } from './choices/profile';
import { CheckError, Stopped } from './network/failure';
import { baseUrlOf, credentialsOf, maskOf, variables } from './network/target';
import { reportOf } from './report/report';
import { printable } from './report/words';

const exitCodes = { same: 0, differences: 1, unchecked: 2, stopped: 130 } as const;

/** How the two commands are called: by npm in the checkout, by npx from the sandbox's package. */
export interface Calls {
	readonly check: string;
	readonly sandbox: string;
}

const helpOf = (calls: Calls): string => `Usage: ${calls.check} --base-url <url> [options]

Compares a real service with the contract, and with the choices of the sandbox. It only reads.

Options:
  --base-url <url>           address of the service, as in the credential
  --write-profile <file>     save what was observed, for --profile of the sandbox
  --slug <slug>              clickwrap to read, because no endpoint lists them; repeatable
  --external-source-id <id>  id whose tasks to read, because no endpoint lists the ids
  --max-requests <number>    most requests to send (default: 200)
  --max-rows <number>        most tasks, and most documents, to read (default: 1000)
  -h, --help                 show this

Environment:
  ${variables.apiKey}       API key of the service; needed
  ${variables.accessToken}  access token with the scope users:read, for GET /v2/users/org-info

Exit code: 0 no differences, 1 differences, 2 the service could not be checked.

Example:
  ${variables.apiKey}=… ${calls.check} --base-url https://api.example.com --write-profile service.json
  ${calls.sandbox} --profile service.json
`;

const wholeNumber = (option: string, text: string, least: number): number => {
	const value = Number(text);
	if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
	throw new CheckError(`${option} must be a whole number of ${least} or more.`);
};

const parsed = () => {
	try {
		return parseArgs({
			options: {
				'base-url': { type: 'string' },
				'write-profile': { type: 'string' },
				slug: { type: 'string', multiple: true, default: [] },
				'external-source-id': { type: 'string' },
				'max-requests': { type: 'string', default: '200' },
				'max-rows': { type: 'string', default: '1000' },
			},
		}).values;
	} catch (error) {
		throw new CheckError(error instanceof Error ? error.message : String(error));
	}
};

/** @throws CheckError when the command line is wrong */
const flagsOf = () => {
	const values = parsed();
	const baseUrl = values['base-url'];
	if (baseUrl === undefined) throw new CheckError('--base-url <url> is needed.');
	return {
		baseUrl: baseUrlOf(baseUrl),
		file: values['write-profile'],
		slugs: values.slug,
		externalSourceId: values['external-source-id'] ?? null,
		mostRequests: wholeNumber('--max-requests', values['max-requests'], 1),
		mostRows: wholeNumber('--max-rows', values['max-rows'], 10),
	};
};

const secondsSince = (start: number): number => (performance.now() - start) / 1000;

const progressTo =
	(stream: NodeJS.WriteStream): CheckOptions['onProgress'] =>
	(words) => {
		if (stream.isTTY) stream.write(`${words} …\n`);
	};

const closing = (
	{ profile }: CheckResult,
	file: string | undefined,
	{ sandbox }: Calls,
): string => {
	if (file === undefined) {
		return 'Use --write-profile FILE to save these observations for a sandbox.';
	}
	writeProfile(file, profile);
	return `Written to ${file}. To start a sandbox that behaves like this service: ${sandbox} --profile ${file}`;
};

/** Checks and prints; gives the exit code. */
const run = async (
	{ file, ...flags }: ReturnType<typeof flagsOf>,
	{ apiKey, accessToken }: ReturnType<typeof credentialsOf>,
	mask: (text: string) => string,
	calls: Calls,
	signal: AbortSignal,
): Promise<number> => {
	if (file !== undefined) mayHoldProfile(file);
	const start = performance.now();
	const result = await check({
		...flags,
		apiKey,
		apiKeyName: variables.apiKey,
		accessToken,
		signal,
		onProgress: progressTo(process.stderr),
	});
	const report = reportOf(result, flags.baseUrl, secondsSince(start));
	process.stdout.write(printable(mask(`${report}\n${closing(result, file, calls)}\n`)));
	return result.differences.length > 0 ? exitCodes.differences : exitCodes.same;
};

/** Runs the command with the arguments of this process, and sets its exit code. */
export const runCheck = async (calls: Calls): Promise<void> => {
	if (process.argv.slice(2).some((argument) => ['-h', '--help'].includes(argument))) {
		process.stdout.write(helpOf(calls));
		return;
	}
	const stop = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
	let mask = (text: string): string => text;
	try {
		const credentials = credentialsOf(process.env);
		mask = maskOf(Object.values(credentials));
		process.exitCode = await run(flagsOf(), credentials, mask, calls, stop.signal);
	} catch (error) {
		const isStopped = error instanceof Stopped;
		process.exitCode = isStopped ? exitCodes.stopped : exitCodes.unchecked;
		const isTold = error instanceof CheckError;
		const words = isStopped ? 'Stopped.' : isTold ? error.message : String(error);
		process.stderr.write(`${printable(mask(words))}\n`);
	}
};
