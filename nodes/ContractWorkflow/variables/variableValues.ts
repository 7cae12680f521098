import { sleep } from 'n8n-workflow';
import type { InputValue } from '../../../src';
import { isRecord, shown } from '../../shared/fields/propertyValue';
import { WrongField, createFaults, supplement } from '../../shared/words/explained';
import { unmatchedText } from '../../shared/words/lists';
import type { Files, Surroundings } from '../surroundings';
import type { NamedSchema, WorkflowSchema } from './givenByItem';
import { givenByItem, isNothing } from './givenByItem';
import { idsIn, labelOf, namesOf } from './variableNames';
import { definedValue } from './variableValue';

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

/** Values as entered: an object by IDs or names of variables, or the fields of the input item. */
interface Entered {
	readonly isAutomatic: boolean;
	readonly values: unknown;
}

/** A value for a variable. */
interface Given {
	/** The ID of the variable, or its name. */
	readonly key: string;
	readonly value: unknown;
}

const nameOf = ({ workflow_name, version }: WorkflowSchema): string =>
	`${workflow_name}, version ${version}`;

/** The existing variables, as a sentence. */
const variablesText = (schema: WorkflowSchema): string =>
	schema.variables.length === 0
		? `${nameOf(schema)} has no variables.`
		: `The variables are ${idsIn(schema.variables)}.`;

/** The values of the form or the JSON. An empty value is left out. */
const givenIn = (values: unknown = {}): Given[] => {
	if (!isRecord(values)) {
		throw new WrongField('Variables', `must be an object, not ${shown(values)}`);
	}
	return Object.entries(values)
		.filter(([, value]) => !isNothing(value))
		.map(([key, value]) => ({ key, value }));
};

/** One value in the format of the service. */
const writtenBy = async (
	{ schema, names }: NamedSchema,
	{ key, value }: Given,
	files: Files,
): Promise<InputValue> => {
	const definition = names.get(key);
	if (definition) return await definedValue(definition, value, labelOf(definition, names), files);
	const fault = `is not a variable of ${nameOf(schema)}`;
	throw new WrongField(['Variables', shown(key)], fault, [variablesText(schema)]);
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

/** How many values are written before other work can run. */
const mostAtOnce = 1_000;

/**
 * Writes all values.
 * @param more other faults
 * @throws {WrongFields} that names all faults.
 */
const allOf = async (
	given: readonly Given[],
	write: (one: Given) => Promise<InputValue>,
	more: readonly Error[],
): Promise<InputValue[]> => {
	const faults = createFaults('variables');
	const written: InputValue[] = [];
	for (let from = 0; from < given.length; from += mostAtOnce) {
		if (from > 0) await sleep(0);
		const some = given.slice(from, from + mostAtOnce);
		for (const outcome of await Promise.allSettled(some.map(write))) {
			if (outcome.status === 'fulfilled') written.push(outcome.value);
			else faults.take(outcome.reason);
		}
	}
	for (const fault of more) faults.take(fault);
	faults.check();
	return written;
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
	destination: Destination,
): Promise<InputValue[]> => {
	const { files, notes } = surroundings;
	const entered = from.isAutomatic ? [] : givenIn(from.values);
	if (!destination.isLaunch && entered.length === 0) return [];
	const schema = await destination.schema();
	const named = { schema, names: namesOf(schema.variables) };
	const { given, leftOut } = from.isAutomatic
		? givenByItem(named, surroundings)
		: { given: entered, leftOut: [] };
	notes.leftOut(leftOut);
	const write = async (one: Given) => await writtenBy(named, one, files);
	const values = allOf(given, write, faultsTogether(given, named, destination));
	return await values.catch((error: unknown) => {
		if (leftOut.length === 0) throw error;
		throw supplement(error, { addition: unmatchedText(leftOut) });
	});
};
