import type { InputValue, OutputOf, getWorkflowSchema } from '../../../src';
import { isBlank, isRecord, shown } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { WrongField } from '../../shared/words/explained';
import type { Surroundings } from '../surroundings';
import { allOf } from './allValues';
import type { Names } from './variableNames';
import { idsIn, labelOf, namesOf } from './variableNames';
import { definedValue, typedValue } from './variableValue';
import type { VariableParameters, VariableRow } from './variables';

/** One version of a workflow, as the service defines it (section 2). */
export type WorkflowSchema = OutputOf<typeof getWorkflowSchema>['workflow_schema'];

/** A schema, and what its variables may be called: made once, for there may be thousands of them. */
interface NamedSchema {
	readonly schema: WorkflowSchema;
	readonly names: Names;
}

/** Where variables go, and what must hold for them there. */
interface Destination {
	/** The schema that the values are written by; it is asked for only where it is needed. */
	readonly schema: () => Promise<WorkflowSchema>;
	/**
	 * Whether a workflow begins: then the schema says which variables must be there, and which may.
	 * Which ones a step takes is not shown.
	 */
	readonly isLaunch: boolean;
}

type ItemFields = Pick<Surroundings, 'json' | 'files'>;

/** A value for a variable, as it was handed in. */
interface Given {
	/** The ID of the variable, or its name. */
	readonly key: string;
	readonly value: unknown;
	/** The row of a list, and what the panel calls it. */
	readonly row?: VariableRow;
	readonly label?: Label;
}

const describedIn = ({ workflow_name, version, variables }: WorkflowSchema): string =>
	`${workflow_name}, version ${version}, has ${idsIn(variables) || 'no variables'}`;

/** The values of the form, the list or the JSON; a blank one of form and JSON is none. */
const givenIn = (parameters: VariableParameters): Given[] => {
	const { specifyVariables, variables, variableList, variablesJson = {} } = parameters;
	if (specifyVariables === 'list') {
		return variableList.variable.map((row, position) => {
			const { variableId: key, value = '' } = row;
			return { key, value, row, label: ['Variables', position + 1] };
		});
	}
	const values = specifyVariables === 'json' ? variablesJson : variables.values;
	if (!isRecord(values)) {
		throw new WrongField('Variables', `must be an object, not ${shown(values)}`);
	}
	return Object.entries(values)
		.filter(([, value]) => !isBlank(value))
		.map(([key, value]) => ({ key, value }));
};

/** The value of a field of the item; a variable may be called as what every object inherits. */
const valueIn = ({ json }: ItemFields, field: string): unknown =>
	Object.hasOwn(json, field) ? json[field] : undefined;

/** The binary field for a file variable. n8n's forms call it as the form field, other signs as `_`. */
const binaryFieldOf = (keys: readonly string[], item: ItemFields): string | undefined =>
	[
		...keys,
		...keys.map((key) => key.replace(/\W/g, '_')),
		...keys.map((key) => valueIn(item, key)),
	].find(
		(field): field is string => typeof field === 'string' && item.files.fields.includes(field),
	);

/** The values of an item's own fields, in their order, and the fields that no variable is called as. */
const givenByItem = ({ schema, names }: NamedSchema, item: ItemFields) => {
	const { json, files } = item;
	const fields = [...new Set([...Object.keys(json), ...files.fields])];
	const positions = new Map(fields.map((field, position) => [field, position]));
	const known = new Set<string>();
	const found = schema.variables.flatMap((definition) => {
		const { variable_id, variable_name, type } = definition;
		const keys = [variable_id, variable_name].filter((key) => names.get(key) === definition);
		const filled = keys.filter((key) => !isBlank(valueIn(item, key)));
		const field = type === 'file' ? binaryFieldOf(keys, item) : filled[0];
		for (const key of keys) if (!filled.includes(key)) known.add(key);
		if (field === undefined) return [];
		known.add(field);
		// What a form tells of an uploaded file beside its bytes.
		if (type === 'file') for (const key of filled) known.add(key);
		const value = type === 'file' ? field : valueIn(item, field);
		return [{ key: variable_id, value, position: positions.get(field) ?? fields.length }];
	});
	const leftOut = fields.filter((field) => !known.has(field));
	return { given: found.sort((one, other) => one.position - other.position), leftOut };
};

const isTyped = (
	row: VariableRow | undefined,
): row is VariableRow & { readonly type: InputValue['type'] } =>
	row !== undefined && row.type !== 'schema';

/** One value as the service takes it. */
const writtenBy = async (
	{ schema, names }: NamedSchema,
	{ key, value, row, label }: Given,
	{ isLaunch }: Destination,
	{ files }: ItemFields,
): Promise<InputValue> => {
	const definition = names.get(key);
	if (!definition) {
		if (isTyped(row) && !isLaunch) return await typedValue(row, label ?? [], files);
		const instead = isLaunch ? '' : '; to send it all the same give its Type in a List';
		throw new WrongField(
			label ?? 'Variables',
			`names the variable ${shown(key)}, but ${describedIn(schema)}${instead}`,
		);
	}
	if (!isTyped(row)) {
		const field = label ? [...label, 'Value'] : labelOf(definition, names);
		return await definedValue(definition, value, field, files);
	}
	const { variable_id: variableId, type } = definition;
	if (row.type !== type) {
		const fault = `must be ${type}, as in the schema, not ${row.type}`;
		throw new WrongField([...(label ?? []), 'Type'], fault);
	}
	return await typedValue({ ...row, variableId }, label ?? [], files, definition);
};

/** What is missing, or comes twice, among the values of an item. */
const faultsTogether = (
	given: readonly Given[],
	{ schema: { variables }, names }: NamedSchema,
	{ isLaunch }: Destination,
): WrongField[] => {
	const ids = new Set<string>();
	const twice = new Set<string>();
	for (const { key } of given) {
		const id = names.get(key)?.variable_id ?? key;
		(ids.has(id) ? twice : ids).add(id);
	}
	const missing = variables.filter(
		({ required, variable_id }) => isLaunch && required && !ids.has(variable_id),
	);
	return [
		...missing.map((one) => new WrongField(labelOf(one, names), 'is required')),
		...[...twice].map((id) => new WrongField('Variables', `gives the variable ${id} twice`)),
	];
};

/**
 * The `variables` of a request (section 4). They are written by the live schema, not by what a
 * workflow has saved of it; only a list whose rows all give their type is sent as it stands.
 * @throws {WrongFields} that names each one that is missing, unknown or wrong.
 */
export const inputValuesOf = async (
	parameters: VariableParameters,
	surroundings: Surroundings,
	destination: Destination,
): Promise<InputValue[]> => {
	const { json, files, notes } = surroundings;
	const isAutomatic = parameters.specifyVariables === 'form' && parameters.variables.isAutomatic;
	const given = isAutomatic ? [] : givenIn(parameters);
	const typed = given.flatMap(({ row, label = [] }) => (isTyped(row) ? [{ row, label }] : []));
	if (given.length > 0 && typed.length === given.length) {
		return await allOf(
			typed.map(
				({ row, label }) =>
					async () =>
						await typedValue(row, label, files),
			),
		);
	}
	const isEmpty = isAutomatic
		? Object.keys(json).length + files.fields.length === 0
		: given.length === 0;
	if (isEmpty && !destination.isLaunch) return [];
	const schema = await destination.schema();
	const named = { schema, names: namesOf(schema.variables) };
	const taken = isAutomatic ? givenByItem(named, surroundings) : { given, leftOut: [] };
	notes.leftOut(taken.leftOut);
	return await allOf(
		taken.given.map((one) => async () => await writtenBy(named, one, destination, surroundings)),
		faultsTogether(taken.given, named, destination),
	);
};
