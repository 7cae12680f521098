import type { Endpoint, ErrorDetail, ValidationIssue } from '../../../src/contract';

/** A request that gets an error of section 7. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		readonly detail: ErrorDetail,
		readonly headers: Readonly<Record<string, string>> = {},
	) {
		super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; '));
	}
}

/** 404: the resource is missing, or not accessible with the credential. */
export const notFound = (what: string): Refusal => new Refusal(404, `${what} not found`);

/** 409: the state of the task does not allow the request. */
export const conflict = (detail: string): Refusal => new Refusal(409, detail);

/** What is wrong with a field of a request, before its location in the request is known. */
export interface Mistake {
	readonly field: string;
	readonly message: string;
}

/** One issue of a 422, in the form of section 7. */
export const issue = (
	loc: ReadonlyArray<string | number>,
	msg: string,
	type = 'value_error',
): ValidationIssue => ({ loc: [...loc], msg, type });

/** 422 with one or several issues. */
export const invalid = (...issues: ValidationIssue[]): Refusal => new Refusal(422, issues);

const asOneMessage = (issues: readonly ValidationIssue[]): string =>
	issues.map(({ loc, msg }) => [loc.slice(1).join('.'), msg].join(' ').trim()).join('; ');

/** 422 in the format of its endpoint: a list of issues, or one message. */
export const invalidFor = (
	{ invalidAsMessage }: Endpoint,
	...issues: ValidationIssue[]
): Refusal => (invalidAsMessage ? new Refusal(422, asOneMessage(issues)) : invalid(...issues));
