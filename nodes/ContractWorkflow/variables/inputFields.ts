import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { panelValue } from '../../shared/fields/parameters';
import { property } from '../../shared/fields/property';

/** Maximum fields of an item that are compared, and maximum characters of each value. */
const mostFields = 100;
const mostCharacters = 200;

const pairs = `Object.entries($json).slice(0, ${mostFields}).map((entry) => [entry[0], (JSON.stringify(entry[1]) ?? '').slice(0, ${mostCharacters})])`;

/**
 * The fields of the first input item, each with the start of its value as JSON. n8n's editor
 * resolves expressions before it requests the form of the variables. This is how the form gets the
 * output of the previous node. No run reads it. It must not throw before that node has run: the
 * editor reloads no list of the panel while any parameter of the node throws.
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

/** A field of an input item. */
export interface InputField {
	readonly name: string;
	/** The start of its value, as JSON. */
	readonly json: string;
}

const isPair = (entry: unknown): entry is readonly [string, string] =>
	Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');

/** The fields that the panel shows as input; none before the previous node has run. */
export const inputFieldsIn = (context: ILoadOptionsFunctions): InputField[] => {
	const given = panelValue(context, inputFields.name);
	const fields = Array.isArray(given) ? given.filter(isPair) : [];
	return fields.slice(0, mostFields).map(([name, json]) => ({ name, json }));
};
