import type { OutputOf, getWorkflowSchema } from '../../../src';
import { isBlank } from '../../shared/fields/propertyValue';
import { isDescribedFile } from '../files/fieldOfFile';
import type { Surroundings } from '../surroundings';
import type { Names } from './variableNames';

/** One version of a workflow, as the service defines it (section 2). */
export type WorkflowSchema = OutputOf<typeof getWorkflowSchema>['workflow_schema'];

/**
 * A schema, and the accepted names of its variables: computed once, since there may be thousands.
 */
export interface NamedSchema {
	readonly schema: WorkflowSchema;
	readonly names: Names;
}

/** The parts of an item that variables can take their values from. */
export type ItemFields = Pick<Surroundings, 'json' | 'files'>;

/** Whether a value is missing. n8n's form returns an empty list if no box is checked. */
export const isNothing = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** The value of a field of the item. A variable may have the name of an inherited property. */
const valueIn = ({ json }: ItemFields, field: string): unknown =>
	Object.hasOwn(json, field) ? json[field] : undefined;

/**
 * The binary field for a file variable. n8n's forms name it like the form field, with `_` for
 * special characters.
 */
const binaryFieldOf = (keys: readonly string[], item: ItemFields): string | undefined =>
	[
		...keys,
		...keys.map((key) => key.replace(/\W/g, '_')),
		...keys.map((key) => valueIn(item, key)),
	].find(
		(field): field is string => typeof field === 'string' && item.files.fields.includes(field),
	);

/** The binary fields that n8n's form creates for a field with several files. */
const numberedFieldsOf = (keys: readonly string[], { files }: ItemFields): string[] => {
	const names = new Set(keys.map((key) => key.replace(/\W/g, '_')));
	return files.fields.filter((field) => names.has(field.replace(/_\d+$/, '')));
};

/** The values of an item's own fields, in order, and the fields that match no variable. */
export const givenByItem = ({ schema, names }: NamedSchema, item: ItemFields) => {
	const { json, files } = item;
	const fields = [...new Set([...Object.keys(json), ...files.fields])];
	const positions = new Map(fields.map((field, position) => [field, position]));
	const known = new Set<string>();
	const found = schema.variables.flatMap((definition) => {
		const { variable_id, variable_name, type } = definition;
		const keys = [variable_id, variable_name].filter((key) => names.get(key) === definition);
		const filled = keys.filter((key) => !isNothing(valueIn(item, key)));
		for (const key of keys) if (!filled.includes(key)) known.add(key);
		const binaryField = type === 'file' ? binaryFieldOf(keys, item) : undefined;
		const ofForm = filled.find((key) => isDescribedFile(valueIn(item, key)));
		const field = type === 'file' ? (binaryField ?? ofForm) : filled[0];
		if (field === undefined) return [];
		known.add(field);
		// What a form returns about an uploaded file beside its bytes.
		const ofFile = type === 'file' ? [...filled, ...numberedFieldsOf(keys, item)] : [];
		for (const key of ofFile) known.add(key);
		const value = binaryField ?? valueIn(item, field);
		return [{ key: variable_id, value, position: positions.get(field) ?? fields.length }];
	});
	const leftOut = fields.filter((field) => !known.has(field));
	return { given: found.sort((one, other) => one.position - other.position), leftOut };
};
