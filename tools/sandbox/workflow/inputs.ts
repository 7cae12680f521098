import type { InputValue, ValidationIssue } from '../../../src/contract';
import type { Mistake } from '../api/refusal';
import { decodeBase64, extensionOf } from '../files';
import type { VariableDefinition, VariableValue, Workflow } from './definition';
import { variableIssue } from './variableIssues';

/** A valid variable value for the workflow. `file` must be stored, and its id is then the value. */
export interface AcceptedInput {
	readonly variable_id: string;
	readonly variable_type: InputValue['type'];
	readonly value: VariableValue;
	readonly file?: { readonly name: string; readonly content: Uint8Array };
}

/** Name of a stored file by its id; undefined if the organization has no such file. */
export type FindFileName = (fileId: string) => string | undefined;

const dotless = (extension: string): string => extension.replace(/^\./, '').toLowerCase();

interface Rules {
	readonly options?: readonly string[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly allowed_extensions?: readonly string[];
}

const extensionProblem = (rules: Rules, extension: string): string | undefined => {
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

type Checked = { readonly accepted: AcceptedInput } | Mistake;

const acceptFile = (
	input: Extract<InputValue, { type: 'file' }>,
	rules: Rules,
	findFileName: FindFileName,
): Checked => {
	const { variable_id, type: variable_type } = input;
	if (input.file_id !== undefined) {
		const name = findFileName(input.file_id);
		if (name === undefined) return { field: 'file_id', message: 'no such file' };
		const message = extensionProblem(rules, extensionOf(name));
		if (message !== undefined) return { field: 'file_id', message };
		return { accepted: { variable_id, variable_type, value: input.file_id } };
	}
	const extension = dotless(input.file_extension ?? '');
	const message = extensionProblem(rules, extension);
	if (message !== undefined) return { field: 'file_extension', message };
	const content = decodeBase64(input.base64_content);
	if (content === undefined) return { field: 'base64_content', message: 'is not Base64' };
	const hasExtension = extensionOf(input.value).toLowerCase() === extension;
	const name = hasExtension ? input.value : `${input.value}.${extension}`;
	return { accepted: { variable_id, variable_type, value: null, file: { name, content } } };
};

const accept = (
	input: InputValue,
	definition: VariableDefinition,
	findFileName: FindFileName,
): Checked => {
	if (input.type !== definition.type) {
		return { field: 'type', message: `must be ${definition.type}` };
	}
	const rules: Rules = definition.validation ?? {};
	const { variable_id, type: variable_type } = input;
	const accepted = (value: VariableValue): Checked => ({
		accepted: { variable_id, variable_type, value },
	});
	switch (input.type) {
		case 'file':
			return acceptFile(input, rules, findFileName);
		case 'boolean':
			return accepted(input.value === 'true');
		case 'number': {
			const { minimum = -Infinity, maximum = Infinity } = rules;
			const value = Number(input.value);
			if (value >= minimum && value <= maximum) return accepted(number(input.value));
			return { field: 'value', message: `must lie between ${minimum} and ${maximum}` };
		}
		case 'select':
			if (rules.options?.includes(input.value) ?? true) return accepted(input.value);
			return { field: 'value', message: `must be one of ${rules.options?.join(', ')}` };
		default:
			return accepted(input.value);
	}
};

const checked = (
	input: InputValue,
	definition: VariableDefinition | undefined,
	isRepeated: boolean,
	findFileName: FindFileName,
): Checked => {
	if (definition === undefined) {
		return { field: 'variable_id', message: 'is not a variable of the workflow' };
	}
	if (isRepeated) return { field: 'variable_id', message: 'is given twice' };
	return accept(input, definition, findFileName);
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
		const definition = workflow.schema.variables.find((entry) => entry.variable_id === variable_id);
		const outcome = checked(input, definition, seen.has(variable_id), findFileName);
		if ('accepted' in outcome) accepted.push(outcome.accepted);
		else issues.push(variableIssue(index, variable_id, outcome));
		seen.add(variable_id);
	}
	return { accepted, issues };
};
