import type { InputField } from './inputFields';
import type { Definition } from './variableValue';

/** The kind of a value, as far as it shows which variable it may be for. */
type Kind = 'boolean' | 'date' | 'email' | 'file' | 'number' | 'text';

/** How the JSON of each kind starts. The first match counts. */
const patterns: ReadonlyArray<readonly [Kind, RegExp]> = [
	['file', /^\[?\{[^{}]*"mimetype":/i],
	['boolean', /^(true|false|\[?"(yes|no|true|false)"\]?)$/i],
	['number', /^"?-?\d+(\.\d+)?"?$/],
	['date', /^"\d{4}-\d{2}-\d{2}"$/],
	['email', /^"[^\s"@]+@[^\s"@]+\.[^\s"@]+"$/],
	['text', /^".+/],
];

const kindOf = ({ json }: InputField): Kind | undefined =>
	patterns.find(([, pattern]) => pattern.test(json))?.[0];

const kinds: Partial<Record<Definition['type'], Kind>> = {
	boolean: 'boolean',
	date: 'date',
	email: 'email',
	file: 'file',
	number: 'number',
	user_entity: 'email',
};

/** Whether the value of a field can be for a variable. */
const fits = ({ type }: Definition, field: InputField): boolean =>
	kindOf(field) === (kinds[type] ?? 'text');

/** The words of a name, in lower case and without accents. */
const wordsIn = (name: string): string[] =>
	name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * How many letters two words must share at the start: "notice" matches "notices", "law" only
 * itself.
 */
const stemLength = 5;

const isSameWord = (one: string, other: string): boolean =>
	one === other ||
	(Math.min(one.length, other.length) >= stemLength &&
		one.slice(0, stemLength) === other.slice(0, stemLength));

/** Shorter words, such as "the" and "of", are ignored. */
const shortestWord = 4;

const sharesWord = (definition: Definition, { name }: InputField): boolean => {
	const given = wordsIn(name).filter(({ length }) => length >= shortestWord);
	return wordsIn(definition.variable_name).some((word) =>
		given.some((other) => isSameWord(word, other)),
	);
};

const isNamesake = ({ variable_id, variable_name }: Definition, { name }: InputField): boolean => {
	const words = wordsIn(name).join();
	return words !== '' && [variable_id, variable_name].some((one) => wordsIn(one).join() === words);
};

/**
 * Types with distinctive values: a single field of the type is for a single variable of the type.
 */
const distinctTypes: ReadonlySet<Definition['type']> = new Set([
	'boolean',
	'date',
	'email',
	'file',
	'user_entity',
]);

type Test = (definition: Definition, field: InputField) => boolean;

/** The tests that match a field to a variable, the most reliable first. */
const tests: readonly Test[] = [
	isNamesake,
	(definition, field) => fits(definition, field) && sharesWord(definition, field),
	(definition, field) => distinctTypes.has(definition.type) && fits(definition, field),
];

/** A field as n8n writes it when dragged onto a parameter. */
const expressionOf = ({ name }: InputField): string => {
	const isIdentifier = /^[A-Za-z_]\w*$/.test(name);
	const quoted = name.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n');
	return `={{ $json${isIdentifier ? `.${name}` : `['${quoted}']`} }}`;
};

/**
 * The most likely input field for each variable, as an expression by the ID of the variable. The
 * match must be unique in both directions. The form shows the suggestions, so that a person can
 * change them before anything runs.
 */
export const suggestedValues = (
	definitions: readonly Definition[],
	fields: readonly InputField[],
): ReadonlyMap<string, string> => {
	const suggested = new Map<string, string>();
	let freeDefinitions = definitions;
	// n8n takes braces within an expression as its end.
	let freeFields = fields.filter(({ name }) => !/[{}]/.test(name));
	for (const test of tests) {
		const pairs = freeDefinitions.flatMap((definition) => {
			const [field, ...more] = freeFields.filter((one) => test(definition, one));
			const isMutual =
				field !== undefined &&
				more.length === 0 &&
				freeDefinitions.filter((one) => test(one, field)).length === 1;
			return isMutual ? [{ definition, field }] : [];
		});
		for (const { definition, field } of pairs) {
			suggested.set(definition.variable_id, expressionOf(field));
		}
		freeDefinitions = freeDefinitions.filter((one) => !suggested.has(one.variable_id));
		freeFields = freeFields.filter((one) => !pairs.some(({ field }) => field === one));
	}
	return suggested;
};
