import { Command } from 'commander';
import { check } from './check';
import type { Target } from './request';

/** The credentials come from the environment: other users can read a command line. */
const keyVariable = 'CONTRACT_WORKFLOW_API_KEY';
const tokenVariable = 'CONTRACT_WORKFLOW_ACCESS_TOKEN';

const exitCodes = { same: 0, issues: 1, unchecked: 2 } as const;

const help = `
Environment:
  ${keyVariable}       API key of the service
  ${tokenVariable}  access token for GET /v2/users/org-info (optional)

Exit code: 0 no issues, 1 issues, 2 the service could not be checked.`;

const secretIn = (environment: NodeJS.ProcessEnv, variable: string): string | undefined => {
	const secret = (environment[variable] ?? '').trim();
	if (secret === '') return undefined;
	if (/^[\x21-\x7e]+$/.test(secret)) return secret;
	throw new Error(`${variable} contains characters that a header cannot contain.`);
};

/** The URL is not repeated in a message, because it can contain a password. */
const baseUrlOf = (given: string): string => {
	const url = URL.canParse(given) ? new URL(given) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		throw new Error('--base-url must be a URL, for example https://api.example.com.');
	}
	if (url.username !== '' || url.password !== '' || /[?#]/.test(given)) {
		throw new Error('--base-url must not contain a user name, a password, ? or #.');
	}
	return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

const targetOf = (baseUrl: string, environment: NodeJS.ProcessEnv): Target => {
	const apiKey = secretIn(environment, keyVariable);
	if (apiKey === undefined) throw new Error(`Set ${keyVariable} to an API key of the service.`);
	return { baseUrl: baseUrlOf(baseUrl), apiKey, accessToken: secretIn(environment, tokenVariable) };
};

interface Options {
	readonly baseUrl: string;
	readonly slug?: readonly string[];
	readonly sourceId?: readonly string[];
}

/** Checks with the credentials of an environment. Returns the exit code, and what to print. */
export const runCheck = async (
	{ baseUrl, slug = [], sourceId = [] }: Options,
	environment: NodeJS.ProcessEnv,
): Promise<{ code: number; text: string }> => {
	try {
		const target = targetOf(baseUrl, environment);
		const { issues, report } = await check(target, { slugs: slug, sourceIds: sourceId });
		return { code: issues > 0 ? exitCodes.issues : exitCodes.same, text: report };
	} catch (error) {
		const text = error instanceof Error ? error.message : String(error);
		return { code: exitCodes.unchecked, text };
	}
};

/** The subcommand that compares a real service with the contract. */
export const checkCommand = (): Command =>
	new Command('check')
		.description('Compares a real service with the contract. It only reads.')
		.requiredOption('--base-url <url>', 'base URL of the service, as in the credential')
		.option('--slug <slug...>', 'clickwraps to read, because no endpoint lists them')
		.option('--source-id <id...>', 'external source IDs, because no endpoint lists them')
		.addHelpText('after', help)
		.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.unchecked))
		.action(async (options: Options) => {
			const { code, text } = await runCheck(options, process.env);
			const stream = code === exitCodes.unchecked ? process.stderr : process.stdout;
			stream.write(`${text}\n`);
			process.exitCode = code;
		});
