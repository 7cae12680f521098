import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { property } from '../../shared/fields/property';
import type { Definition } from './workflowSchema';
import { ownNames, uniqueBy } from './workflowSchema';

/** At most 100 fields, and 200 characters of each value. */
const pairs =
	"Object.entries($json).slice(0, 100).map((entry) => [entry[0], (JSON.stringify(entry[1]) ?? '').slice(0, 200)])";

/**
 * The fields of the first input item, each with the start of its value as JSON. n8n's editor
 * resolves them before it requests the form, and no run reads them. The expression must not throw
 * before the previous node has run: the editor would then reload no list of the panel.
 */
export const inputFields = property({
	displayName: 'Input Fields',
	name: 'inputFields',
	type: 'hidden',
	default: `={{ (() => { try { return ${pairs}; } catch (error) { return ''; } })() }}`,
	displayOptions: {
		show: { resource: ['workflow'], operation: ['initiate'], specifyVariables: ['form'] },
	},
});

/** The name of an input field, and the start of its value as JSON. */
type InputField = readonly [name: string, json: string];

const isInputField = (entry: unknown): entry is InputField =>
	Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');

const isFile = ([, json]: InputField): boolean => /^\[?\{[^{}]*"mimetype":/i.test(json);

/** Whether a value can be for a variable. A checkbox gives a list, which is for a yes or no. */
const fits = ({ type }: Definition, field: InputField): boolean =>
	!/^[[{]/.test(field[1]) ||
	(type === 'boolean' && field[1].startsWith('[')) ||
	(type === 'file' && isFile(field));

/** A name without case, spaces and signs. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const namesOf = (definition: Definition): ReadonlySet<string> =>
	new Set(ownNames(definition).map(plainName));

/** A field as n8n writes it when dragged onto a parameter. */
const expressionOf = ([name]: InputField): string => {
	const isIdentifier = /^[A-Za-z_]\w*$/.test(name);
	const quoted = name.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n');
	return `={{ $json${isIdentifier ? `.${name}` : `['${quoted}']`} }}`;
};

/**
 * Expressions by the IDs of variables: for each, the input field with its name, and the only file
 * for the only file variable. The form shows them, so that a person can change them before a run.
 */
export const suggestedValues = (
	context: ILoadOptionsFunctions,
	definitions: readonly Definition[],
): ReadonlyMap<string, string> => {
	const given: unknown = context.getCurrentNodeParameter(inputFields.name);
	// n8n takes braces within an expression as its end.
	const fields = (Array.isArray(given) ? given : [])
		.filter(isInputField)
		.filter(([name]) => !/[{}]/.test(name));
	const fieldBy = uniqueBy(fields, ([name]) => [plainName(name)]);
	const definitionBy = uniqueBy(definitions, namesOf);
	const [file, ...otherFiles] = fields.filter(isFile);
	const fileVariables = definitions.filter(({ type }) => type === 'file');
	const onlyFile = otherFiles.length === 0 && fileVariables.length === 1 ? file : undefined;
	return new Map(
		definitions.flatMap((definition) => {
			const namesake = [...namesOf(definition)]
				.filter((name) => name !== '' && definitionBy.get(name) === definition)
				.map((name) => fieldBy.get(name))
				.find((field) => field && fits(definition, field));
			const field = namesake ?? (definition.type === 'file' ? onlyFile : undefined);
			return field ? [[definition.variable_id, expressionOf(field)] as const] : [];
		}),
	);
};
