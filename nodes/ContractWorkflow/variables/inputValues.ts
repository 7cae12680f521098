import type { Input, InputValue } from '../../../src';
import { shown } from '../../shared/fields/propertyValue';
import {
	WrongField,
	createFaults,
	labelText,
	named,
	supplement,
} from '../../shared/words/explained';
import type { Surroundings } from '../surroundings';
import { inputValueOf } from './inputValue';
import type { Given } from './itemValues';
import { isGiven, itemValues } from './itemValues';
import type { Names } from './names';
import { labelOf, nameOf, namesOf } from './names';
import type { Entered } from './variables';
import type { WorkflowSchema } from './workflowSchema';

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

/** The shown names of the values that were read, for an error of the service. */
const shownNames = new WeakMap<InputValue, string>();

/** The label of a variable in a request; undefined for any other location. */
export const labelOfVariable = (
	[list, index]: readonly string[],
	{ body }: Input,
): string | undefined => {
	if (list !== 'variables' || index === undefined) return undefined;
	const value = (body as { readonly variables?: readonly InputValue[] }).variables?.[Number(index)];
	const name = value && shownNames.get(value);
	return name === undefined ? undefined : labelText(labelOf(name));
};

/** The values of the variables, and the first faults that an item has. */
const valuesOf = async (
	given: Given,
	{ workflow_name, version, variables }: WorkflowSchema,
	names: Names,
	surroundings: Surroundings,
	isLaunch: boolean,
): Promise<InputValue[]> => {
	const faults = createFaults('variables');
	const values: InputValue[] = [];
	const taken = new Set<unknown>();
	const ids = named(variables.map(({ variable_id }) => variable_id)) || 'none';
	for (const [key, value] of given) {
		const definition = names.get(key);
		if (!definition) {
			const fault = `does not exist in ${workflow_name}, version ${version}`;
			faults.take(new WrongField(labelOf(shown(key)), fault, [`The variables are ${ids}.`]));
			continue;
		}
		const name = nameOf(definition, names);
		if (taken.has(definition)) faults.take(new WrongField(labelOf(name), 'is set twice'));
		taken.add(definition);
		try {
			const input = await inputValueOf(definition, value, labelOf(name), surroundings);
			shownNames.set(input, name);
			values.push(input);
		} catch (error) {
			faults.take(error);
		}
	}
	for (const definition of isLaunch ? variables : []) {
		if (!definition.required || taken.has(definition)) continue;
		faults.take(new WrongField(labelOf(nameOf(definition, names)), 'is required'));
	}
	faults.check();
	return values;
};

/**
 * The `variables` of a request (section 4). They follow the live schema, not the one saved in the
 * workflow.
 * @throws {WrongFields} that names each missing, unknown or wrong one, and the fields of the input
 * item that match none.
 */
export const inputValuesOf = async (
	from: Entered,
	surroundings: Surroundings,
	{ schema: request, isLaunch }: Destination,
): Promise<InputValue[]> => {
	const entered = from && Object.entries(from).filter(([, value]) => isGiven(value));
	if (!isLaunch && entered?.length === 0) return [];
	const schema = await request();
	const names = namesOf(schema.variables);
	const { given, leftOut } = entered
		? { given: entered, leftOut: [] }
		: itemValues(schema, names, surroundings);
	const values = valuesOf(given, schema, names, surroundings, isLaunch);
	if (leftOut.length === 0) return await values;
	const unmatched = `These input fields match no variable: ${named(leftOut)}.`;
	surroundings.remark(unmatched);
	return await values.catch((error: unknown) => {
		throw supplement(error, { addition: unmatched });
	});
};
