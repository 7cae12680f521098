import type { Label } from '../../shared/words/explained';
import type { Definition } from './variableValue';

/** Variables by their accepted names: the ID, or a name that no other variable has. */
export type Names = ReadonlyMap<string, Definition>;

/** Returns a test for texts that occur once in a list. */
const onceIn = (texts: readonly string[]): ((text: string) => boolean) => {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return (text) => counts.get(text) === 1;
};

/** The accepted names of the variables of a schema. */
export const namesOf = (definitions: readonly Definition[]): Names => {
	const isUnique = onceIn(definitions.map(({ variable_name }) => variable_name));
	const unique = definitions.filter(({ variable_name }) => isUnique(variable_name));
	return new Map([
		...unique.map((definition) => [definition.variable_name, definition] as const),
		...definitions.map((definition) => [definition.variable_id, definition] as const),
	]);
};

/** The label of a variable in errors: its name, or its ID if the name is ambiguous. */
export const labelOf = (definition: Definition, names: Names): Label => {
	const { variable_id: id, variable_name: name } = definition;
	return ['Variables', names.get(name) === definition ? name : id];
};

const typeWord = ({ type }: Definition): string => (type === 'user_entity' ? 'user' : type);

/** The label of a variable in a list: its name and type, and its ID if the name is ambiguous. */
export const listLabel = (definition: Definition, names: Names): string => {
	const { variable_id: id, variable_name: name } = definition;
	const called = names.get(name) === definition ? name : `${name}, ${id}`;
	return `${called} (${typeWord(definition)})`;
};

/** Maximum IDs that a text names: a schema could have thousands. */
const mostNamed = 50;

/** The IDs of variables as text, shortened if there are many. */
export const idsIn = (definitions: readonly Definition[]): string => {
	const ids = definitions.slice(0, mostNamed).map(({ variable_id }) => variable_id);
	const more = definitions.length - ids.length;
	return ids.join(', ') + (more > 0 ? `, and ${more} more` : '');
};

/** The types that are not obvious from a text field. */
const suffixes: Partial<Record<Definition['type'], string>> = {
	date: ' (date)',
	email: ' (email)',
	file: ' (file)',
	user_entity: ' (user)',
};

/** Pixels of a label that n8n's editor shows in a panel of its usual width. */
const labelWidth = 150;

/** Approximate pixels of a character in a label of n8n's editor, rather too many. */
const widthOfSign = (sign: string): number => {
	if (/[ !',.:;Iijl|]/.test(sign)) return 3.5;
	if (/[()frt]/.test(sign)) return 4.5;
	if (/[%@MWmw…]/.test(sign)) return 11;
	return /\p{Ll}|\d|[*_-]/u.test(sign) ? 7.4 : 9;
};

const fits = (text: string): boolean =>
	[...text].reduce((width, sign) => width + widthOfSign(sign), 0) <= labelWidth;

/** The start of a name, shortened to leave room for the text after it. */
const shortened = (name: string, rest: string): string => {
	const signs = [...name];
	while (signs.length > 1 && !fits(`${signs.join('')}…${rest}`)) signs.pop();
	return `${signs.join('').trimEnd()}…${rest}`;
};

/**
 * The label of a form field: the name, then the type if the field does not show it. If there is no
 * room for both, the name comes first, except for a file: nothing else says that its field takes
 * the name of a binary field. n8n truncates a name at the edge of its panel.
 */
const fieldLabel = (name: string, { type }: Definition, mark: string): string => {
	const rest = mark + (suffixes[type] ?? '');
	if (fits(name + rest)) return name + rest;
	return type === 'file' ? shortened(name, rest) : name + mark;
};

/**
 * The labels of the form fields, in order. The ID replaces a name if the visible part of the name
 * is ambiguous.
 */
export const formLabels = (
	definitions: readonly Definition[],
	isRequired: (definition: Definition) => boolean,
): string[] => {
	const labelOfField = (name: string, one: Definition) =>
		fieldLabel(name, one, isRequired(one) ? '*' : '');
	const labels = definitions.map((one) => labelOfField(one.variable_name, one));
	const visible = labels.map((label) => (fits(label) ? label : shortened(label, '')));
	const isUnique = onceIn(visible);
	return definitions.map((one, position) =>
		isUnique(visible[position] ?? '')
			? (labels[position] ?? '')
			: labelOfField(one.variable_id, one),
	);
};
