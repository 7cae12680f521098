import type { Label } from '../../shared/words/explained';
import type { Definition } from './workflowSchema';

/** Variables by their accepted names: the ID, or a name that no other variable has. */
export type Names = ReadonlyMap<string, Definition>;

/** The accepted names of the variables of a schema. */
export const namesOf = (definitions: readonly Definition[]): Names => {
	const counts = new Map<string, number>();
	for (const { variable_name: name } of definitions) counts.set(name, (counts.get(name) ?? 0) + 1);
	const unique = definitions.filter(({ variable_name: name }) => counts.get(name) === 1);
	return new Map([
		...unique.map((definition) => [definition.variable_name, definition] as const),
		...definitions.map((definition) => [definition.variable_id, definition] as const),
	]);
};

/** The shown name of a variable: its ID if the name is ambiguous. */
export const nameOf = (definition: Definition, names: Names): string => {
	const { variable_id: id, variable_name: name } = definition;
	return names.get(name) === definition ? name : id;
};

/** The label of a variable in errors. */
export const labelOf = (name: string): Label => [{ word: 'Variable' }, name];

/** Maximum IDs that a text names: a schema could have thousands. */
const mostNamed = 50;

/** The IDs of variables as text, shortened if there are many. */
export const idsIn = (definitions: readonly Definition[]): string => {
	const ids = definitions.slice(0, mostNamed).map(({ variable_id }) => variable_id);
	const more = definitions.length - ids.length;
	return ids.join(', ') + (more > 0 ? `, and ${more} more` : '');
};
