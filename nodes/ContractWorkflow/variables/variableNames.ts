import type { Label } from '../../shared/words/explained';
import type { Definition } from './variableValue';

/** Variables by what they may be called: their ID, or a name that no other has. */
export type Names = ReadonlyMap<string, Definition>;

/** Tells the texts that stand in a list once. */
const onceIn = (texts: readonly string[]): ((text: string) => boolean) => {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return (text) => counts.get(text) === 1;
};

/** What the variables of a schema may be called. */
export const namesOf = (definitions: readonly Definition[]): Names => {
	const isUnique = onceIn(definitions.map(({ variable_name }) => variable_name));
	const unique = definitions.filter(({ variable_name }) => isUnique(variable_name));
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

/** Most IDs that a text names: a schema could have thousands. */
const mostNamed = 50;

/** The IDs of variables as text, the first ones of many. */
export const idsIn = (definitions: readonly Definition[]): string => {
	const ids = definitions.slice(0, mostNamed).map(({ variable_id }) => variable_id);
	const more = definitions.length - ids.length;
	return ids.join(', ') + (more > 0 ? ` and ${more} more` : '');
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
	const isUnique = onceIn(labels);
	return definitions.map((one, position) => {
		const label = labels[position] ?? '';
		return isUnique(label) ? label : fitted(one.variable_id, restOf(one));
	});
};
