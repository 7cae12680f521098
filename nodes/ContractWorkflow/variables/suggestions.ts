import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { property } from '../../shared/fields/property';
import type { Definition } from './workflowSchema';
import { ownNames, uniqueBy } from './workflowSchema';

/**
 * The names of the first input item's fields and files. n8n's editor resolves them before it requests
 * the form, and no run reads them. Before the previous node has run, `$json` throws. An error here would
 * keep the editor from reloading any list of the panel.
 */
export const inputFields = property({
	displayName: 'Input Fields',
	name: 'inputFields',
	type: 'hidden',
	default:
		'={{ (() => { try { return [$json, $binary].map(Object.keys); } catch { return []; } })() }}',
	displayOptions: {
		show: { resource: ['workflow'], operation: ['initiate'], specifyVariables: ['form'] },
	},
});

/** A name without case, spaces and signs. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const namesOf = (definition: Definition): ReadonlySet<string> =>
	new Set(ownNames(definition).map(plainName));

/** A field as n8n writes it when dragged onto a parameter. */
const expressionOf = (field: string): string => {
	const isIdentifier = /^[A-Za-z_]\w*$/.test(field);
	const quoted = field.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n');
	return `={{ $json${isIdentifier ? `.${field}` : `['${quoted}']`} }}`;
};

const textsIn = (list: unknown): string[] =>
	(Array.isArray(list) ? list : []).filter((text) => typeof text === 'string');

/**
 * Values by the IDs of variables: for each, the input field with its name, and the only file for the
 * only file variable. The form shows them, so that a person can change them before a run.
 */
export const suggestedValues = (
	context: ILoadOptionsFunctions,
	definitions: readonly Definition[],
): ReadonlyMap<string, string> => {
	const given: unknown = context.getCurrentNodeParameter(inputFields.name);
	const lists: readonly unknown[] = Array.isArray(given) ? given : [];
	const [inJson, inBinary] = lists;
	// n8n takes braces within an expression as its end.
	const fields = textsIn(inJson).filter((field) => !/[{}]/.test(field));
	const fieldBy = uniqueBy(fields, (field) => [plainName(field)]);
	const definitionBy = uniqueBy(definitions, namesOf);
	const suggested = new Map<string, string>();
	const [file, ...otherFiles] = textsIn(inBinary);
	const [variable, ...others] = definitions.filter(({ type }) => type === 'file');
	if (file && variable && otherFiles.length + others.length === 0) {
		suggested.set(variable.variable_id, file);
	}
	for (const definition of definitions) {
		const own = [...namesOf(definition)].filter((name) => definitionBy.get(name) === definition);
		const field = own.map((name) => name && fieldBy.get(name)).find(Boolean);
		if (field) suggested.set(definition.variable_id, expressionOf(field));
	}
	return suggested;
};
