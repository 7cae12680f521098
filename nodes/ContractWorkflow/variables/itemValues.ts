import { isBlank } from '../../shared/fields/propertyValue';
import type { Surroundings } from '../surroundings';
import type { Names } from './names';
import type { WorkflowSchema } from './workflowSchema';

/** A value for a variable. */
export interface Given {
	/** The ID of the variable, or its name. */
	readonly key: string;
	readonly value: unknown;
}

/** Whether a value was given. n8n's Form returns an empty list for a box that is not checked. */
export const isGiven = (value: unknown): boolean => Array.isArray(value) || !isBlank(value);

/** The name that n8n's Form gives the binary field of a form field. */
const binaryName = (key: string): string => key.replace(/\W/g, '_');

/**
 * The values of the input fields that have the ID or the name of a variable, in the order of the
 * item, and the fields that match no variable.
 */
export const itemValues = (
	{ variables }: WorkflowSchema,
	names: Names,
	{ json, files }: Pick<Surroundings, 'json' | 'files'>,
) => {
	const fields = [...new Set([...Object.keys(json), ...files.fields])];
	const positions = new Map(fields.map((field, position) => [field, position]));
	const binaries = new Set<unknown>(files.fields);
	// A variable may have the name of an inherited property.
	const valueIn = (key: string): unknown => (Object.hasOwn(json, key) ? json[key] : undefined);
	const known = new Set<string>();
	const found = variables.flatMap((definition) => {
		const { variable_id, variable_name, type } = definition;
		const keys = [variable_id, variable_name].filter((key) => names.get(key) === definition);
		const isFile = type === 'file';
		const ofForm = keys.map(binaryName);
		const named = [...keys, ...ofForm, ...keys.map(valueIn)].filter(
			(one): one is string => isFile && binaries.has(one),
		);
		const [binary] = named;
		const field = binary ?? keys.find((key) => isGiven(valueIn(key)));
		for (const key of keys) known.add(key);
		if (field === undefined) return [];
		known.add(field);
		// A field for several files has several binary fields.
		const isOfForm = (name: string) => isFile && ofForm.includes(name.replace(/_\d+$/, ''));
		for (const name of files.fields.filter(isOfForm)) known.add(name);
		const value = binary ?? valueIn(field);
		return [{ key: variable_id, value, position: positions.get(field) ?? 0 }];
	});
	const given: Given[] = found.sort((one, other) => one.position - other.position);
	return { given, leftOut: fields.filter((field) => !known.has(field)) };
};
