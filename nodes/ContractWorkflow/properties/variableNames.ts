import type { Label } from '../../shared/explained';
import type { Definition } from './variableValue';

/** Variables by what they may be called: their ID, or a name that no other has. */
export type Names = ReadonlyMap<string, Definition>;

/** What the variables of a schema may be called. */
export const namesOf = (definitions: readonly Definition[]): Names => {
	const names = definitions.map(({ variable_name }) => variable_name);
	const unique = definitions.filter(
		({ variable_name: name }) => names.indexOf(name) === names.lastIndexOf(name),
	);
	return new Map([
		...unique.map((definition) => [definition.variable_name, definition] as const),
		...definitions.map((definition) => [definition.variable_id, definition] as const),
	]);
};

/** What errors call a variable: its name, or its ID where that is not enough. */
export const labelOf = (definition: Definition, names: Names): Label => {
	const { variable_id: id, variable_name: name } = definition;
	return ['Variables', names.get(name) === definition ? name : id];
};

const typeWord = ({ type }: Definition): string => (type === 'user_entity' ? 'user' : type);

/** What a list calls a variable: its name and type, and its ID where the name is not enough. */
export const listLabel = (definition: Definition, names: Names): string => {
	const { variable_id: id, variable_name: name } = definition;
	const called = names.get(name) === definition ? name : `${name}, ${id}`;
	return `${called} (${typeWord(definition)})`;
};

/** Signs of a label that n8n's editor shows in a panel of its usual width. */
const longestLabel = 25;

const fitted = (name: string, rest: string): string =>
	name.length + rest.length <= longestLabel
		? name + rest
		: `${name.slice(0, longestLabel - rest.length - 1).trimEnd()}…${rest}`;

/**
 * What the fields of a form are called, in their order. A name is cut so that its type can be read,
 * and gives way to the ID where it could then be that of another variable.
 */
export const formLabels = (
	definitions: readonly Definition[],
	isRequired: (definition: Definition) => boolean,
): string[] => {
	const restOf = (one: Definition) => `${isRequired(one) ? '*' : ''} (${typeWord(one)})`;
	const labels = definitions.map((one) => fitted(one.variable_name, restOf(one)));
	return definitions.map((one, position) => {
		const label = labels[position] ?? '';
		const isUnique = labels.indexOf(label) === labels.lastIndexOf(label);
		return isUnique ? label : fitted(one.variable_id, restOf(one));
	});
};
