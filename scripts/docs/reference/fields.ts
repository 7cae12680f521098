import type { Property } from '../../../nodes/shared/fields/property';
import { table } from '../../apiDocs/markdown';

const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The names of the field types, if nothing else describes a field. */
const kinds: Readonly<Record<string, string>> = {
	boolean: 'On or off',
	dateTime: 'A date and time',
	json: 'JSON',
	multiOptions: 'One or more choices',
	number: 'A number',
	options: 'A choice',
	resourceLocator: 'A choice, or an ID',
	resourceMapper: 'A form with one field per variable',
	string: 'Text',
};

/** Fields that only show something are not inputs, and neither are hidden ones. */
const isInput = ({ type }: Property): boolean => type !== 'hidden' && type !== 'notice';

interface Choice {
	readonly name: string;
	readonly value: unknown;
	readonly description?: string;
}

const choicesOf = ({ options = [] }: Property): readonly Choice[] =>
	options.flatMap((one) => ('value' in one ? [one as Choice] : []));

const fieldsIn = ({ options = [] }: Property): readonly Property[] =>
	options.flatMap((one) => ('type' in one ? [one] : []));

const groupsIn = ({ options = [] }: Property) =>
	options.flatMap((one) => ('values' in one ? [one] : []));

const sentence = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`);

/** The text of all n8n lists, which a page need not repeat. */
const ofLists =
	/ ?Choose from the list, or specify (?:an ID|IDs) using an <a href="[^"]+">expression<\/a>\.?/;

/** Descriptions are HTML, but only use links. */
const asMarkdown = (text: string): string =>
	text.replace(ofLists, '').replaceAll(/<a href="([^"]+)">([^<]+)<\/a>/g, '[$2]($1)');

/** A value of a field as the panel shows it. */
const inPanel = (property: Property, value: unknown): string => {
	const choice = choicesOf(property).find((one) => one.value === value);
	if (choice) return choice.name;
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (typeof value === 'object' && value !== null) {
		return 'value' in value ? inPanel(property, value.value) : '';
	}
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** All fields, those in collections included. */
const allOf = (properties: readonly Property[]): Property[] =>
	properties.flatMap((one) => [
		one,
		...allOf(fieldsIn(one)),
		...groupsIn(one).flatMap(({ values }) => allOf(values)),
	]);

const begins =
	(word: string) =>
	(text: string): boolean =>
		text.startsWith(`${word} `);

/** Choices in words. Choices with a common start that no others have are shortened to it. */
const choiceNames = (values: readonly unknown[], other: Property): string => {
	const names = values.map((value) => inPanel(other, value));
	const [first = ''] = names[0]?.split(' ') ?? [];
	const alike = choicesOf(other).filter(({ name }) => begins(first)(name));
	return values.length > 2 && alike.length === values.length && names.every(begins(first))
		? `an option that begins with ${first}`
		: oneOf.format(names);
};

/** When a field is shown, as far as that depends on constant values of other fields. */
const conditionsOf = ({ displayOptions }: Property, all: readonly Property[]): string[] =>
	Object.entries(displayOptions?.show ?? {}).flatMap(([name, values = []]) => {
		const other = all.find((one) => one.name === name.replace(/^\//, ''));
		const isPlain = values.every((value) => typeof value !== 'object');
		if (!other || !isPlain) return [];
		const choices = choicesOf(other).map(({ value }) => value);
		const others = choices.filter((value) => !values.some((shown) => shown === value));
		const isMost = others.length > 0 && others.length < values.length && choices.length > 2;
		return isMost
			? [`Not shown when ${other.displayName} is ${choiceNames(others, other)}.`]
			: [`Shown when ${other.displayName} is ${choiceNames(values, other)}.`];
	});

const choiceText = ({ name, description }: Choice): string =>
	description === undefined ? `*${name}*` : `*${name}* (${asMarkdown(description)})`;

/** A list in Markdown. */
export const listed = (texts: readonly string[]): string =>
	texts.map((text) => `- ${text}`).join('\n');

/** Maximum words of choices in a table cell. */
const mostWords = 12;

const choiceTexts = (property: Property): string[] => choicesOf(property).map(choiceText);

const isLong = (property: Property): boolean =>
	choiceTexts(property).join(' ').split(' ').length > mostWords;

/** The description of a field, in sentences. */
const whatItIs = (property: Property, all: readonly Property[]): string => {
	const { type, description, hint, placeholder, required } = property;
	const choices = choicesOf(property);
	const kind = choices.length > 0 ? [] : [sentence(kinds[type] ?? type)];
	const described = asMarkdown(description ?? '');
	return [
		...(description === undefined ? kind : [sentence(described || 'A choice, or an ID')]),
		...(hint === undefined ? [] : [sentence(asMarkdown(hint))]),
		...(placeholder?.startsWith('e.g. ') ? [`For example, \`${placeholder.slice(5)}\`.`] : []),
		...(choices.length > 0 && !isLong(property)
			? [`Choices: ${choiceTexts(property).join(', ')}.`]
			: []),
		...(isLong(property) ? ['The choices are below.'] : []),
		...conditionsOf(property, all),
		...(required ? ['Required.'] : []),
	].join(' ');
};

type FieldRow = readonly [name: string, what: string, fallback: string];

const rowsOf = (
	properties: readonly Property[],
	all: readonly Property[],
	path: readonly string[],
): FieldRow[] =>
	properties.filter(isInput).flatMap((property): FieldRow[] => {
		const own = [...path, property.displayName];
		switch (property.type) {
			case 'collection':
				return rowsOf(fieldsIn(property), all, own);
			case 'fixedCollection':
				return groupsIn(property).flatMap(({ displayName, values }) => {
					const isList = property.typeOptions?.multipleValues === true;
					return rowsOf(values, all, isList ? own : [...own, displayName]);
				});
			default: {
				const fallback = inPanel(property, property.default);
				return [[own.join(' > '), whatItIs(property, all), fallback]];
			}
		}
	});

/**
 * A table of fields: name, description and default. The fields of a collection follow its name.
 * @param path the names of the collections around the fields
 */
export const fieldsTable = (
	properties: readonly Property[],
	path: readonly string[] = [],
): string => {
	const rows = rowsOf(properties, allOf(properties), path);
	const lines = new Map(rows.map((row) => [row.join('|'), row]));
	const below = new Set(
		allOf(properties)
			.filter((property) => isInput(property) && isLong(property))
			.map(
				(property) => `Choices of *${property.displayName}*:\n\n${listed(choiceTexts(property))}`,
			),
	);
	return [table(['Field', 'What it is', 'Default'], [...lines.values()]), ...below].join('\n\n');
};
