import type { ValidationIssue } from '../../../src/contract';
import type { Mistake } from '../api/refusal';
import { issue } from '../api/refusal';
import type { Workflow } from './definition';

/** The issue for a fault of the variable at `index`, which it names. */
export const variableIssue = (
	index: number,
	variableId: string,
	{ field, message }: Mistake,
): ValidationIssue => issue(['body', 'variables', index, field], `${variableId}: ${message}`);

/** Adds the variable's id before the message of each issue in `variables`. */
export const nameVariables = (
	variables: ReadonlyArray<Readonly<Record<string, unknown>>>,
	issues: readonly ValidationIssue[],
): ValidationIssue[] =>
	issues.map((entry) => {
		const [, list, index] = entry.loc;
		if (list !== 'variables' || typeof index !== 'number') return entry;
		const id = variables[index]?.variable_id;
		return typeof id === 'string' ? { ...entry, msg: `${id}: ${entry.msg}` } : entry;
	});

/** An issue for each required variable of the workflow that `variables` lacks (section 4). */
export const missingVariables = (
	workflow: Workflow | undefined,
	variables: ReadonlyArray<Readonly<{ variable_id?: unknown }>>,
): ValidationIssue[] => {
	const given = new Set(variables.map(({ variable_id }) => variable_id));
	return (workflow?.schema.variables ?? [])
		.filter(({ required, variable_id }) => required && !given.has(variable_id))
		.map(({ variable_id }) =>
			issue(['body', 'variables', variable_id], `${variable_id}: is required`, 'missing'),
		);
};
