import type { Row } from '../../../src';
import { comparableText } from '../../../src';
import { shortDigest } from '../../shared/rows/digest';
import type { Change, Changed, Comparison, Watch } from '../watch';
import { rowDigest } from './rowDigest';
import type { WatchedField } from './watchedFields';

/** Longer values and lists are stored as a digest. In characters of JSON text. */
const longestKept = 200;
const longestKeptList = 1_000;

/** The values of a field, or the digest of their text. */
type Entry = readonly unknown[] | string;

/** A missing field counts as a field without a value. */
const valuesIn = (field: WatchedField, row: Row): readonly unknown[] => {
	const values = field.valuesOf(row);
	return values.length === 0 && field.isList !== true ? [null] : values;
};

/** Sorted: the order in which the service lists several values has no meaning. */
const inOneOrder = (values: readonly unknown[]): readonly unknown[] =>
	values.length < 2
		? values
		: values
				.map((value) => ({ value, text: comparableText(value) }))
				.sort((one, other) => (one.text < other.text ? -1 : 1))
				.map(({ value }) => value);

/** As Simplified returns them: a single value without a list. */
const shownAs = (field: WatchedField, values: readonly unknown[]): unknown =>
	field.isList !== true && values.length === 1 ? values[0] : values;

const entryOf = (field: WatchedField, row: Row): Entry => {
	const values = inOneOrder(valuesIn(field, row));
	const text = comparableText(values);
	return text.length <= (field.isList === true ? longestKeptList : longestKept)
		? values
		: shortDigest(text);
};

const read = (token: string): readonly Entry[] => JSON.parse(token) as readonly Entry[];

const isSameEntry = (field: WatchedField, row: Row, entry: Entry): boolean => {
	const text = comparableText(inOneOrder(valuesIn(field, row)));
	return typeof entry === 'string' ? entry === shortDigest(text) : comparableText(entry) === text;
};

const changeIn = (field: WatchedField, row: Row, entry: Entry): Change => ({
	...(typeof entry !== 'string' && { before: shownAs(field, entry) }),
	after: shownAs(field, valuesIn(field, row)),
});

const shortened = (token: string): string =>
	JSON.stringify(
		read(token).map((entry) =>
			typeof entry === 'string' ? entry : shortDigest(comparableText(entry)),
		),
	);

interface ComparisonOptions {
	/** Whether a row that is not remembered starts the workflow. */
	readonly startsUnknown: (row: Row) => boolean;
	/** Whether a change starts the workflow. If absent, every change does. */
	readonly starts?: (change: Change) => boolean;
}

/**
 * The part of a watch that compares only some fields of its rows. It also remembers rows that later
 * readings need not return: the old values must be known when they change.
 */
export const comparisonOf = (
	fields: readonly WatchedField[],
	{ startsUnknown, starts = () => true }: ComparisonOptions,
): Pick<Watch, 'comparison' | 'isSame' | 'remembersPassed' | 'tokenOf'> => {
	const entriesOf = (known?: string) => {
		const entries = known === undefined ? [] : read(known);
		return fields.map((field, index) => ({ field, entry: entries[index] ?? [null] }));
	};
	const changesIn = (row: Row, entries: ReturnType<typeof entriesOf>) =>
		Object.fromEntries(
			entries.map(({ field, entry }) => [field.name, changeIn(field, row, entry)]),
		);
	const changes = (row: Row, known: string) =>
		changesIn(
			row,
			entriesOf(known).filter(({ field, entry }) => !isSameEntry(field, row, entry)),
		);
	const comparison: Comparison = {
		key: JSON.stringify(fields.map(({ id }) => id)),
		changeOf(row, known): Changed | undefined {
			if (known === undefined) return startsUnknown(row) ? null : undefined;
			const changed = changes(row, known);
			return Object.values(changed).some(starts) ? changed : undefined;
		},
		shortened,
		sampleOf: (row, known) => changesIn(row, entriesOf(known)),
	};
	return {
		comparison,
		tokenOf: (row) => JSON.stringify(fields.map((field) => entryOf(field, row))),
		isSame: (row, known) => Object.keys(changes(row, known)).length === 0,
		remembersPassed: true,
	};
};

/** The settings for the comparison of rows. */
export interface Compared {
	/** The fields of which at least one must change. If empty, any change counts. */
	readonly fields: readonly WatchedField[];
	/** Whether a row that is not remembered starts the workflow, if fields are compared. */
	readonly startsUnknown: boolean;
}

/** What counts as news for rows with a choice of fields. */
export const changesOf = ({ fields, startsUnknown }: Compared) =>
	fields.length > 0
		? comparisonOf(fields, { startsUnknown: () => startsUnknown })
		: { tokenOf: rowDigest, remembersPassed: false };
