import type { Row } from '../../src';
import { isRecord } from '../../src';
import { shortDigest } from '../shared/digest';
import type { Property } from '../shared/fields/property';
import { isBlank, shown, textIn, wrong } from '../shared/fields/propertyValue';
import { Explained, named } from '../shared/words/explained';
import type { Changed, Watch } from './watch';
import type { WatchedField } from './watchedFields';

/** The field of the panel where a builder chooses which changes count. */
export interface WatchChoice {
	readonly property: Property;
	/** The field that a text selects. */
	readonly fieldOf: (choice: string) => WatchedField | undefined;
}

const label = 'Only When These Change';

/** The error of a choice that starts nothing. */
export const nothingHas = (names: readonly string[]): Explained =>
	new Explained(
		`"${label}" contains ${named(names.map(shown))}, which nothing has`,
		'Correct the ID. If the first task or document with it is still to come, publish the workflow.',
	);

/**
 * The panel field to choose fields of rows.
 * @param name its name, and that of its list
 */
export const onlyWhenTheseChange = (
	name: string,
	fieldOf: WatchChoice['fieldOf'],
): WatchChoice => ({
	property: {
		displayName: label,
		name,
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: name },
		asGiven: true,
		default: [],
		description:
			'Adds "changed" with the values before and after. If empty, any change counts. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	fieldOf,
});

/**
 * The fields that a value of the panel selects; none if its list is empty. An expression that
 * returns nothing is an error, because without a choice every change would count.
 * @throws {WrongField} that names the field by its display name.
 */
export const chosenFields = (
	{ property, fieldOf }: WatchChoice,
	given: unknown,
	isExpression: boolean,
): readonly WatchedField[] => {
	if (!isExpression && isBlank(given)) return [];
	// A text from an expression: one choice, or several separated by commas.
	const choices: readonly unknown[] = typeof given === 'string' ? given.split(',') : [given].flat();
	if (choices.length === 0 || choices.some(isBlank)) {
		wrong(property, 'is empty, or has an empty entry', [
			'Return an ID for each entry, or clear the field to start on any change.',
		]);
	}
	const fields = choices.map((choice) => {
		const field = fieldOf(textIn(choice) ?? '');
		return field ?? wrong(property, `contains ${shown(choice)}, which is not in the list`);
	});
	return [...new Map(fields.map((field) => [field.id, field])).values()];
};

const sorted = (_name: string, value: unknown): unknown =>
	isRecord(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
		: value;

/** One JSON text per value of the service, independent of the order of its keys. */
const comparableText = (value: unknown): string => JSON.stringify(value, sorted);

/** The longest values that are remembered to show them as `before`, in characters of their JSON. */
const mostShown = 200;

/** What is remembered of a field: its value in a list, or a digest of a long one. */
type Remembered = readonly [unknown] | string;

const remembered = (value: unknown): Remembered => {
	const text = comparableText(value);
	return text.length > mostShown ? shortDigest(text) : [value];
};

/** What counts as news: any change of a row but of its link, or one of the chosen fields. */
export const changesOf = (
	fields: readonly WatchedField[],
): Pick<Watch, 'tokenOf'> & Partial<Pick<Watch, 'changedIn' | 'keeps' | 'missingIn'>> => {
	if (fields.length === 0) {
		return { tokenOf: (row) => shortDigest(comparableText({ ...row, task_url: null })) };
	}
	// A missing field counts as one without a value.
	const valuesIn = (row: Row) => fields.map((field) => field.valueIn(row) ?? null);
	return {
		tokenOf: (row) => comparableText(valuesIn(row).map(remembered)),
		keeps: 10_000,
		missingIn: (rows) =>
			fields
				.filter((field) => rows.every(({ row }) => field.valueIn(row) === undefined))
				.map(({ name }) => name),
		changedIn(row, token) {
			const earlier = token === undefined ? [] : (JSON.parse(token) as Remembered[]);
			const changes = valuesIn(row).flatMap((after, index) => {
				const old = earlier[index];
				if (comparableText(old) === comparableText(remembered(after))) return [];
				const before = typeof old !== 'string' && { before: old?.[0] ?? null };
				return [[fields[index]?.name, { ...before, after }]];
			});
			return Object.fromEntries(changes) as Changed;
		},
	};
};
