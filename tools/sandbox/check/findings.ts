import type { z } from 'zod';
import type { Endpoint } from '../../../src/contract';
import { errorBody, generalErrors } from '../../../src/contract';
import type { Answer } from './request';

/** How often something occurred, by its text. */
type Counts = Map<string, number>;

/** What was seen of one endpoint. */
export interface Finding {
	readonly statuses: Counts;
	/** Path and code of each difference from the contract. Never a value. */
	readonly issues: Counts;
}

const increase = (counts: Counts, text: string): void => {
	counts.set(text, (counts.get(text) ?? 0) + 1);
};

const pathText = (path: ReadonlyArray<string | number>): string =>
	path.map((part) => (typeof part === 'number' ? '[]' : `.${part}`)).join('');

const schemaIssues = (schema: z.ZodTypeAny, body: unknown, name: string): string[] =>
	schema
		.safeParse(body)
		.error?.issues.map(({ path, code }) => `${name}${pathText(path)}: ${code}`) ?? [];

const issuesOf = (endpoint: Endpoint, { status, body }: Answer): string[] => {
	if (status === 200) return schemaIssues(endpoint.response, body, 'body');
	const { errors, auth, query, body: sent } = endpoint;
	// Section 7 has 422 for any invalid query or body.
	const invalid = query || sent ? [422] : [];
	const documented: readonly number[] = [...errors, ...generalErrors[auth], ...invalid];
	if (!documented.includes(status)) return [`status ${status}: undocumented`];
	return schemaIssues(errorBody, body, `body of a ${status}`);
};

/** Collects what the contract says about answers, by endpoint. */
export const createFindings = () => {
	const findings = new Map<Endpoint, Finding>();
	return {
		of: (endpoint: Endpoint): Finding | undefined => findings.get(endpoint),
		add(endpoint: Endpoint, answer: Answer): void {
			const finding = findings.get(endpoint) ?? { statuses: new Map(), issues: new Map() };
			findings.set(endpoint, finding);
			increase(finding.statuses, String(answer.status));
			for (const issue of issuesOf(endpoint, answer)) increase(finding.issues, issue);
		},
	};
};
