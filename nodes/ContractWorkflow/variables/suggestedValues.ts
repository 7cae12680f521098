import type { InputField } from './inputFields';
import type { Definition } from './variableValue';

/** What a value looks like, as far as that tells which variable it can be for. */
type Kind = 'boolean' | 'date' | 'email' | 'file' | 'number' | 'text';

/** How the JSON of each kind begins; the first one that fits counts. */
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

/** Letters with which two words must begin alike: "notice" and "notices", "law" only with itself. */
const stemLength = 5;

const isSameWord = (one: string, other: string): boolean =>
	one === other ||
	(Math.min(one.length, other.length) >= stemLength &&
		one.slice(0, stemLength) === other.slice(0, stemLength));

/** Shorter words, such as "the" and "of", say nothing. */
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

/** Types whose values look like no other: the only such field is for the only such variable. */
const distinctTypes: ReadonlySet<Definition['type']> = new Set([
	'boolean',
	'date',
	'email',
	'file',
	'user_entity',
]);

type Test = (definition: Definition, field: InputField) => boolean;

/** What makes a field the one for a variable, the surest first. */
const tests: readonly Test[] = [
	isNamesake,
	(definition, field) => fits(definition, field) && sharesWord(definition, field),
	(definition, field) => distinctTypes.has(definition.type) && fits(definition, field),
];

/** A field as n8n writes it that is dragged onto a parameter. */
const expressionOf = ({ name }: InputField): string => {
	const isIdentifier = /^[A-Za-z_]\w*$/.test(name);
	const quoted = name.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n');
	return `={{ $json${isIdentifier ? `.${name}` : `['${quoted}']`} }}`;
};

/**
 * The field of the input item that each variable most likely takes its value from, as an expression
 * by the ID of the variable. A field counts only if no other variable could mean it, and the other
 * way round. The form shows what is suggested, so that a person can change it before anything runs.
 */
export const suggestedValues = (
	definitions: readonly Definition[],
	fields: readonly InputField[],
): ReadonlyMap<string, string> => {
	const suggested = new Map<string, string>();
	let freeDefinitions = definitions;
	// n8n reads braces within an expression as its end.
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
