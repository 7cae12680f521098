import type { z } from 'zod';
import type { Endpoint, ValidationIssue } from '../../../src/contract';
import { issue } from './refusal';

/** The part of a request, as `loc` names it (section 7). */
export type RequestPart = 'path' | 'query' | 'body';

const valueAt = (value: unknown, path: ReadonlyArray<string | number>): unknown => {
	let current = value;
	for (const key of path) {
		if (typeof current !== 'object' || current === null) return undefined;
		current = (current as Record<string | number, unknown>)[key];
	}
	return current;
};

const toIssues = (part: RequestPart, input: unknown, problem: z.ZodIssue): ValidationIssue[] => {
	const loc = [part, ...problem.path];
	if (problem.code === 'unrecognized_keys') {
		return problem.keys.map((key) =>
			issue([...loc, key], 'is not a field of this request', 'extra_forbidden'),
		);
	}
	if (problem.path.length > 0 && valueAt(input, problem.path) === undefined) {
		return [
			issue(loc, problem.message === 'Required' ? 'is required' : problem.message, 'missing'),
		];
	}
	return [issue(loc, problem.message, problem.code)];
};

/** Without repeated issues about the same location, which two rules of one schema can create. */
const withoutRepeats = (issues: ValidationIssue[]): ValidationIssue[] => [
	...new Map(issues.map((entry) => [JSON.stringify([entry.loc, entry.msg]), entry])).values(),
];

/** The result of parsing one part of a request. */
export type Parsed = { readonly value: unknown } | { readonly issues: ValidationIssue[] };

/**
 * Parses one part of a request. An endpoint without a schema for the part ignores it. Unknown
 * fields are refused.
 */
export const parsePart = (
	part: RequestPart,
	schema: z.ZodTypeAny | undefined,
	input: unknown,
): Parsed => {
	if (schema === undefined) return { value: undefined };
	const result = schema.safeParse(input);
	if (result.success) return { value: result.data };
	const issues = result.error.issues.flatMap((problem) => toIssues(part, input, problem));
	return { issues: withoutRepeats(issues) };
};

/** Parses the body of a request. It may be absent. */
export const parseBody = (endpoint: Endpoint, input: unknown): Parsed => {
	if (endpoint.body === undefined) return { value: undefined };
	if (input === undefined) return { issues: [issue(['body'], 'is required', 'missing')] };
	return parsePart('body', endpoint.body, input);
};
