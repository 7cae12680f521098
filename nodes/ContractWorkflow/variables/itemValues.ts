import { isBlank } from '../../shared/fields/propertyValue';
import type { Surroundings } from '../surroundings';
import type { Names } from './names';
import type { WorkflowSchema } from './workflowSchema';

/** Values by the ID or the name of a variable. */
export type Given = ReadonlyArray<readonly [key: string, value: unknown]>;

/** Whether a value was given. n8n's Form returns an empty list for a box that is not checked. */
export const isGiven = (value: unknown): boolean => Array.isArray(value) || !isBlank(value);

/** The name that n8n's Form gives the binary field of a form field. */
const binaryName = (key: string): string => key.replace(/\W/g, '_');

/**
 * The values of the input fields that have the ID or the name of a variable, and the fields that
 * match no variable. A file is a binary field with the name, or is described by an input field.
 */
export const itemValues = (
	{ variables }: WorkflowSchema,
	names: Names,
	{ json, files }: Pick<Surroundings, 'json' | 'files'>,
) => {
	const known = new Set<string>();
	// A variable may have the name of an inherited property.
	const valueIn = (key: string): unknown => (Object.hasOwn(json, key) ? json[key] : undefined);
	const given: Given = variables.flatMap((definition) => {
		const { variable_id, variable_name, type } = definition;
		const keys = [variable_id, variable_name].filter((key) => names.get(key) === definition);
		const named = type === 'file' ? [...keys, ...keys.map(binaryName)] : [];
		// A field for several files has several binary fields, with a number each.
		const isNamed = (field: string) => named.includes(field.replace(/_\d+$/, ''));
		const binary = files.fields.find((field) => named.includes(field));
		const value = binary ?? keys.map(valueIn).find(isGiven);
		for (const key of [...keys, ...files.fields.filter(isNamed)]) known.add(key);
		if (type === 'file' && typeof value === 'string') known.add(value);
		return value === undefined ? [] : [[variable_id, value] as const];
	});
	const fields = new Set([...Object.keys(json), ...files.fields]);
	return { given, leftOut: [...fields].filter((field) => !known.has(field)) };
};
