import type { Endpoint, EndpointName, ValidationIssue } from '../../../src/contract';
import { contract, details } from '../../../src/contract';
import type { Service } from '../service';
import { findWorkflow } from '../store/workflows';
import { missingVariables, nameVariables } from '../workflow/variableIssues';
import type { Actor } from './authentication';
import { Refusal, invalid, invalidFor, issue, notFound } from './refusal';

/**
 * The refusal of invalid path values. Section 4 lists no 422 for some endpoints with a path. A
 * resource that cannot exist then counts as missing.
 */
export const pathRefusal = (
	endpoint: Endpoint,
	params: Readonly<Record<string, string>>,
	issues: ValidationIssue[],
): Refusal => {
	if (issues.some(({ loc }) => loc[1] === 'version')) {
		return new Refusal(400, details.invalidVersion(params.version ?? ''));
	}
	return endpoint.errors.includes(422) ? invalid(...issues) : notFound('Resource');
};

const malformedInitiate = (reason: string): Refusal =>
	new Refusal(400, `Malformed initiate request: ${reason}`);

/** The refusal of a body that cannot be read as JSON. */
export const unreadableRefusal = (name: EndpointName, reason: string): Refusal => {
	if (name === 'initiateWorkflow') return malformedInitiate(reason);
	return invalidFor(contract[name], issue(['body'], reason, 'json_invalid'));
};

/** A body or query that its schema refused. */
export interface InvalidRequest {
	readonly params: unknown;
	readonly body: unknown;
	readonly issues: ValidationIssue[];
	readonly actor: Actor;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Section 4: 400 for a malformed structure, 422 for what does not match the workflow's schema. */
const initiateRefusal = (
	{ params, body, issues, actor }: InvalidRequest,
	service: Service,
): Refusal => {
	if (!isRecord(body)) return malformedInitiate('the body must be an object');
	const { variables } = body;
	if (variables === undefined) return invalid(...issues);
	if (!Array.isArray(variables) || !variables.every(isRecord)) {
		return malformedInitiate('variables must be a list of objects');
	}
	const path = params as { workflow_id: string; version: string };
	const workflow = findWorkflow(
		service.store,
		actor.organizationId,
		path.workflow_id,
		path.version,
	);
	return invalid(...nameVariables(variables, issues), ...missingVariables(workflow, variables));
};

/** The refusal of what the contract's schemas do not allow, in the format of its endpoint. */
export const invalidRefusal = (
	name: EndpointName,
	request: InvalidRequest,
	service: Service,
): Refusal => {
	const { body, issues } = request;
	if (name === 'initiateWorkflow') return initiateRefusal(request, service);
	const variables = isRecord(body) && Array.isArray(body.variables) ? body.variables : [];
	return invalidFor(contract[name], ...nameVariables(variables, issues));
};
