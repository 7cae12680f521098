import { Command } from 'commander';
import type { Endpoint } from '../../../src/contract';
import { contract, getOrgInfo } from '../../../src/contract';
import type { Finding } from './findings';
import { createFindings } from './findings';
import type { Target } from './request';
import { request } from './request';
import type { Ask, Given } from './walk';
import { reasonOf, walk } from './walk';

const reading = Object.values<Endpoint>(contract).filter(({ writes }) => !writes);

const times = (text: string, count: number): string =>
	count === 1 ? text : `${text} (${count} times)`;

const linesOf = (endpoint: Endpoint, finding: Finding | undefined): string[] => {
	const name = `${endpoint.method} ${endpoint.path}`;
	if (finding === undefined) return [`${name}: not called, ${reasonOf(endpoint)}`];
	const statuses = [...finding.statuses].map(([status, count]) => times(status, count)).join(', ');
	const end = finding.statuses.has('200') ? '' : ', so no 200 was checked';
	const issues = [...finding.issues].map(([issue, count]) => `    ${times(issue, count)}`);
	return [`${name}: ${statuses}${end}`, ...issues];
};

/** What a check found. */
interface CheckResult {
	readonly issues: number;
	/** The report. It contains no value of an answer, and no credential. */
	readonly report: string;
}

/**
 * Reads a service through the endpoints that write nothing, and compares the answers with the
 * contract.
 * @throws if the service cannot be read.
 */
const check = async (
	target: Target,
	given: Pick<Given, 'slugs' | 'sourceIds'>,
): Promise<CheckResult> => {
	const findings = createFindings();
	const ask: Ask = async (endpoint, input) => {
		const answer = await request(endpoint, input, target);
		findings.add(endpoint, answer);
		return answer.status === 200 ? answer.body : undefined;
	};
	const organization = await ask(getOrgInfo, {});
	if (typeof organization !== 'object' || organization === null) {
		const [status] = findings.of(getOrgInfo)?.statuses.keys() ?? [];
		throw new Error(
			`${target.baseUrl} answered GET ${getOrgInfo.path} with status ${status} and no organization. Check the base URL and the API key.`,
		);
	}
	await walk(ask, { ...given, hasToken: target.accessToken !== undefined });
	const found = reading.map((endpoint) => findings.of(endpoint));
	const issues = found.reduce((sum, finding) => sum + (finding?.issues.size ?? 0), 0);
	const checked = found.filter((finding) => finding?.statuses.has('200')).length;
	const lines = reading.flatMap((endpoint) => linesOf(endpoint, findings.of(endpoint)));
	const total = `${checked} of ${reading.length} endpoints checked, issues: ${issues}`;
	return { issues, report: [`Check of ${target.baseUrl}`, '', ...lines, '', total].join('\n') };
};

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
