import type { InputValue } from '../../../src';
import { isRecord, shown } from '../../shared/fields/propertyValue';
import type { Label } from '../../shared/words/explained';
import { Supplemented, WrongField } from '../../shared/words/explained';
import { unmatchedText } from '../../shared/words/lists';
import type { Surroundings } from '../surroundings';
import { allOf } from './allValues';
import type { ItemFields, NamedSchema, WorkflowSchema } from './givenByItem';
import { givenByItem, isNothing } from './givenByItem';
import { idsIn, labelOf, namesOf } from './variableNames';
import { definedValue, typedValue } from './variableValue';
import type { VariableParameters, VariableRow } from './variables';

/** Where variables are sent, and the rules there. */
interface Destination {
	/** The schema that the values must match. It is requested only if needed. */
	readonly schema: () => Promise<WorkflowSchema>;
	/**
	 * Whether a workflow starts: the schema then lists the required and the allowed variables. The
	 * API text does not show which variables a step accepts.
	 */
	readonly isLaunch: boolean;
}

/** A value for a variable, as entered. */
interface Given {
	/** The ID of the variable, or its name. */
	readonly key: string;
	readonly value: unknown;
	/** The row of a list, and its label. */
	readonly row?: VariableRow;
	readonly label?: Label;
}

const nameOf = ({ workflow_name, version }: WorkflowSchema): string =>
	`${workflow_name}, version ${version}`;

/** The existing variables, as a sentence. */
const variablesText = (schema: WorkflowSchema): string =>
	schema.variables.length === 0
		? `${nameOf(schema)} has no variables.`
		: `The variables are ${idsIn(schema.variables)}.`;

/**
 * The values of the form, the list or the JSON. An empty value in the form or the JSON is left out.
 */
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
		.filter(([, value]) => !isNothing(value))
		.map(([key, value]) => ({ key, value }));
};

const isTyped = (
	row: VariableRow | undefined,
): row is VariableRow & { readonly type: InputValue['type'] } =>
	row !== undefined && row.type !== 'schema';

/** One value in the format of the service. */
const writtenBy = async (
	{ schema, names }: NamedSchema,
	{ key, value, row, label }: Given,
	{ isLaunch }: Destination,
	{ files }: ItemFields,
): Promise<InputValue> => {
	const definition = names.get(key);
	if (!definition) {
		if (isTyped(row) && !isLaunch) return await typedValue(row, label ?? [], files);
		const called = label ? [...label, { about: shown(key) }] : ['Variables', shown(key)];
		const instead = isLaunch ? '' : ' To send a different variable, add a row with its Type.';
		throw new WrongField(called, `is not a variable of ${nameOf(schema)}`, [
			`${variablesText(schema)}${instead}`,
		]);
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

/** Missing and repeated values of an item. */
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
		...[...twice].map((id) => new WrongField(['Variables', id], 'is set twice')),
	];
};

/**
 * The `variables` of a request (section 4). They follow the live schema, not the one saved in the
 * workflow. Only a list in which every row has its own type is sent without the schema.
 * @throws {WrongFields} that names each missing, unknown or wrong one, and the fields of the input
 * item that match none.
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
	const values = taken.given.map(
		(one) => async () => await writtenBy(named, one, destination, surroundings),
	);
	return await allOf(values, faultsTogether(taken.given, named, destination)).catch(
		(error: unknown) => {
			if (taken.leftOut.length === 0) throw error;
			throw new Supplemented(error, { addition: unmatchedText(taken.leftOut) });
		},
	);
};
