import type { InputValue } from '../../../src';
import { isBlank, itemWords, shown } from '../../shared/fields/propertyValue';
import { WrongField, createFaults, named, supplement } from '../../shared/words/explained';
import { labelled } from '../../shared/words/labels';
import type { Surroundings } from '../operation';
import { inputValueOf } from './inputValue';
import type { Entered } from './variables';
import type { Names, SchemaSource, WorkflowSchema } from './workflowSchema';
import { namesOf, ownNames, schemaOf, variableLabel, variableName } from './workflowSchema';

/** Whether a value was given. n8n's Form returns an empty list for a box that is not checked. */
const isGiven = (value: unknown): boolean => Array.isArray(value) || !isBlank(value);

/** The name that n8n's Form gives the binary field of a form field. */
const binaryName = (key: string): string => key.replace(/\W/g, '_');

/**
 * The values of the input fields that have a name of a variable, and the fields that match no
 * variable. A file is a binary field with the name, or is described by an input field.
 */
const itemValues = (
	{ variables }: WorkflowSchema,
	names: Names,
	{ json, files }: Pick<Surroundings, 'json' | 'files'>,
) => {
	const known = new Set<string>();
	// A variable may have the name of an inherited property.
	const valueIn = (key: string): unknown => (Object.hasOwn(json, key) ? json[key] : undefined);
	const given = variables.map((definition) => {
		const { variable_id, type } = definition;
		const keys = ownNames(definition).filter((key) => names.get(key) === definition);
		const named = type === 'file' ? [...keys, ...keys.map(binaryName)] : [];
		// A field for several files has several binary fields, with a number each.
		const isNamed = (field: string) => named.includes(field.replace(/_\d+$/, ''));
		const binary = files.fields.find((field) => named.includes(field));
		const value = binary ?? keys.map(valueIn).find(isGiven);
		for (const key of [...keys, ...files.fields.filter(isNamed)]) known.add(key);
		if (type === 'file' && typeof value === 'string') known.add(value);
		return [variable_id, value] as const;
	});
	const fields = new Set([...Object.keys(json), ...files.fields]);
	return {
		given: Object.fromEntries(given),
		leftOut: [...fields].filter((field) => !known.has(field)),
	};
};

/** The values of the variables, and the first faults that an item has. */
const valuesOf = async (
	given: NonNullable<Entered>,
	{ workflow_name, version, variables }: WorkflowSchema,
	names: Names,
	surroundings: Surroundings,
	isLaunch: boolean,
): Promise<InputValue[]> => {
	const faults = createFaults('variables');
	const values: InputValue[] = [];
	const taken = new Set<unknown>();
	const ids = named(variables.map(({ variable_id }) => variable_id)) || 'none';
	for (const [key, value] of Object.entries(given).filter(([, one]) => isGiven(one))) {
		const definition = names.get(key);
		if (!definition) {
			const fault = `does not exist in ${workflow_name}, version ${version}`;
			faults.take(new WrongField(variableLabel(shown(key)), fault, [`The variables are ${ids}.`]));
			continue;
		}
		const name = variableName(definition, names);
		if (taken.has(definition)) faults.take(new WrongField(variableLabel(name), 'is set twice'));
		taken.add(definition);
		try {
			const label = variableLabel(name);
			values.push(labelled(await inputValueOf(definition, value, label, surroundings), label));
		} catch (error) {
			faults.take(error);
		}
	}
	for (const definition of isLaunch ? variables : []) {
		if (!definition.required || taken.has(definition)) continue;
		faults.take(new WrongField(variableLabel(variableName(definition, names)), 'is required'));
	}
	faults.check();
	if (values.length > 0 || !isLaunch || Object.keys(given).length === 0) return values;
	throw new WrongField('Variables', 'is empty: no variable has a value', [
		itemWords(surroundings.json),
	]);
};

/**
 * The `variables` of a request (section 4). They follow the live schema, not the one saved in the
 * workflow. It is requested only if needed. Of a task, it does not show which variables its step
 * requires.
 * @throws {Explained} that names each missing, unknown or wrong one, and the fields of the input
 * item that match none.
 */
export const inputValuesOf = async (
	entered: Entered,
	surroundings: Surroundings,
	source: SchemaSource,
): Promise<InputValue[]> => {
	const isLaunch = !('task_id' in source);
	if (!isLaunch && !Object.values(entered ?? {}).some(isGiven)) return [];
	const schema = await schemaOf(surroundings.ask, source);
	const names = namesOf(schema.variables);
	const { given, leftOut } = entered
		? { given: entered, leftOut: [] }
		: itemValues(schema, names, surroundings);
	const values = valuesOf(given, schema, names, surroundings, isLaunch);
	if (leftOut.length === 0) return await values;
	const unmatched = `These input fields match no variable: ${named(leftOut.map(shown))}.`;
	surroundings.remark(unmatched);
	return await values.catch((error: unknown) => {
		throw supplement(error, { addition: unmatched });
	});
};
