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
export const check = async (
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
