import type { InputValue, ValidationIssue } from '../../src/contract';
import { issue } from '../api/refusal';
import { extensionOf } from '../files';
import type { FileBytes } from '../upload/content';
import { bytesOf } from '../upload/content';
import type { Task, VariableDefinition, Workflow } from './definition';

type Value = Task['variables'][number]['value'];

/** A variable value that fits the workflow; `file` is to be stored, and its id is the value. */
export interface AcceptedInput {
	readonly variable_id: string;
	readonly variable_type: InputValue['type'];
	readonly value: Value;
	readonly file?: { readonly name: string; readonly content: FileBytes };
}

/** Name of a stored file by its id, or undefined when the organization has no such file. */
export type FindFileName = (fileId: string) => string | undefined;

const variablesAt = (index: number | string, field: string) => ['body', 'variables', index, field];

/** Puts the variable's id before the message of each issue that lies in `variables`. */
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

/** An issue for each variable that the workflow requires and `variables` lacks (section 4). */
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

const dotless = (extension: string): string => extension.replace(/^\./, '').toLowerCase();

interface Rules {
	readonly options?: readonly string[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly allowed_extensions?: readonly string[];
}

const extensionFault = (rules: Rules, extension: string): string | undefined => {
	const allowed = rules.allowed_extensions?.map(dotless);
	if (allowed === undefined || allowed.includes(dotless(extension))) return undefined;
	return `must be a file of the type ${allowed.join(', ')}`;
};

const number = (text: string): string | number => {
	const value = Number(text);
	const isExact =
		Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
	return isExact ? value : text;
};

type Outcome =
	| { readonly accepted: AcceptedInput }
	| { readonly field: string; readonly fault: string };

const acceptFile = (
	input: Extract<InputValue, { type: 'file' }>,
	rules: Rules,
	findFileName: FindFileName,
): Outcome => {
	const { variable_id, type: variable_type } = input;
	if (input.file_id !== undefined) {
		const name = findFileName(input.file_id);
		if (name === undefined) return { field: 'file_id', fault: 'no such file' };
		const fault = extensionFault(rules, extensionOf(name));
		if (fault !== undefined) return { field: 'file_id', fault };
		return { accepted: { variable_id, variable_type, value: input.file_id } };
	}
	const extension = dotless(input.file_extension ?? '');
	const fault = extensionFault(rules, extension);
	if (fault !== undefined) return { field: 'file_extension', fault };
	const content = bytesOf(input.base64_content);
	if (content === undefined) return { field: 'base64_content', fault: 'is not Base64' };
	const hasExtension = extensionOf(input.value).toLowerCase() === extension;
	const name = hasExtension ? input.value : `${input.value}.${extension}`;
	return { accepted: { variable_id, variable_type, value: null, file: { name, content } } };
};

const accept = (
	input: InputValue,
	definition: VariableDefinition,
	findFileName: FindFileName,
): Outcome => {
	if (input.type !== definition.type) {
		return { field: 'type', fault: `must be ${definition.type}` };
	}
	const rules: Rules = definition.validation ?? {};
	const { variable_id, type: variable_type } = input;
	const accepted = (value: Value): Outcome => ({ accepted: { variable_id, variable_type, value } });
	switch (input.type) {
		case 'file':
			return acceptFile(input, rules, findFileName);
		case 'boolean':
			return accepted(input.value === 'true');
		case 'number': {
			const { minimum = -Infinity, maximum = Infinity } = rules;
			const value = Number(input.value);
			if (value >= minimum && value <= maximum) return accepted(number(input.value));
			return { field: 'value', fault: `must lie between ${minimum} and ${maximum}` };
		}
		case 'select':
			if (rules.options?.includes(input.value) ?? true) return accepted(input.value);
			return { field: 'value', fault: `must be one of ${rules.options?.join(', ')}` };
		default:
			return accepted(input.value);
	}
};

/** The outcome of checking values against a workflow. */
export interface CheckedInputs {
	readonly accepted: AcceptedInput[];
	readonly issues: ValidationIssue[];
}

/**
 * Checks values against the workflow's variables: each must be defined, given once, of the defined
 * type and within its rules. Every fault gets an issue that names its variable.
 */
export const checkInputs = (
	workflow: Workflow,
	inputs: readonly InputValue[],
	findFileName: FindFileName,
): CheckedInputs => {
	const accepted: AcceptedInput[] = [];
	const issues: ValidationIssue[] = [];
	const seen = new Set<string>();
	for (const [index, input] of inputs.entries()) {
		const { variable_id } = input;
		const refuse = (field: string, fault: string) =>
			issues.push(issue(variablesAt(index, field), `${variable_id}: ${fault}`));
		const definition = workflow.schema.variables.find((entry) => entry.variable_id === variable_id);
		if (definition === undefined) refuse('variable_id', 'is not a variable of the workflow');
		else if (seen.has(variable_id)) refuse('variable_id', 'is given twice');
		else {
			const outcome = accept(input, definition, findFileName);
			if ('accepted' in outcome) accepted.push(outcome.accepted);
			else refuse(outcome.field, outcome.fault);
		}
		seen.add(variable_id);
	}
	return { accepted, issues };
};
