import type { Label } from '../../shared/words/explained';
import type { Definition } from './workflowSchema';

/** Variables by their accepted names: the ID, or a name that no other variable has. */
export type Names = ReadonlyMap<string, Definition | undefined>;

/** The accepted names of the variables of a schema. */
export const namesOf = (definitions: readonly Definition[]): Names => {
	const names = new Map<string, Definition | undefined>();
	for (const definition of definitions) {
		const { variable_name: name } = definition;
		names.set(name, names.has(name) ? undefined : definition);
	}
	for (const definition of definitions) names.set(definition.variable_id, definition);
	return names;
};

/** The shown name of a variable: its ID if the name is ambiguous. */
export const nameOf = (definition: Definition, names: Names): string => {
	const { variable_id: id, variable_name: name } = definition;
	return names.get(name) === definition ? name : id;
};

/** The label of a variable in errors. */
export const labelOf = (name: string): Label => [{ word: 'Variable' }, name];
