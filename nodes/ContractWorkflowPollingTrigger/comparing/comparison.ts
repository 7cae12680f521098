import type { Row } from '../../../src';
import { comparableText } from '../../../src';
import { shortDigest } from '../../shared/rows/digest';
import type { Change, Changed, Comparison, Watch } from '../watch';
import { rowDigest } from './rowDigest';
import type { WatchedField } from './watchedFields';

/** A longer value is stored as its digest, a longer list as well. In characters of JSON text. */
const longestKept = 200;
const longestKeptList = 1_000;

/** The values of a field, or the digest of their text. */
type Entry = readonly unknown[] | string;

/** A field that a row does not show is as one without a value. */
const valuesIn = (field: WatchedField, row: Row): readonly unknown[] => {
	const values = field.valuesOf(row);
	return values.length === 0 && field.isList !== true ? [null] : values;
};

/** In one order: that in which the service lists several values says nothing. */
const inOneOrder = (values: readonly unknown[]): readonly unknown[] =>
	values.length < 2
		? values
		: values
				.map((value) => ({ value, text: comparableText(value) }))
				.sort((one, other) => (one.text < other.text ? -1 : 1))
				.map(({ value }) => value);

/** As Simplified gives them: a single one by itself. */
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
	/** Whether a change starts it; any does if absent. */
	readonly starts?: (change: Change) => boolean;
}

/**
 * What a watch needs to compare some fields of its rows, and nothing else of them. A row is
 * remembered also where no later reading need bring it again: its values must be known when they
 * change.
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

/** What a builder has set for the comparison of rows. */
export interface Compared {
	/** The fields of which one must change; none where any change counts. */
	readonly fields: readonly WatchedField[];
	/** Whether a row that is not remembered starts the workflow, where fields are compared. */
	readonly startsUnknown: boolean;
}

/** What is news of rows where a builder may choose fields. */
export const changesOf = ({ fields, startsUnknown }: Compared) =>
	fields.length > 0
		? comparisonOf(fields, { startsUnknown: () => startsUnknown })
		: { tokenOf: rowDigest, remembersPassed: false };
