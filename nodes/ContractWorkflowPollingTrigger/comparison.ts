import type { Row } from '../../src';
import { comparableText } from '../../src';
import { shortDigest } from './digest';
import type { Thing } from './things';
import type { Change, Changed, Comparison, Watch } from './watch';

/** The form in which values are stored. */
const version = 1;

/** A longer value is stored as its digest, a longer list as well. In characters of JSON text. */
const longestKept = 200;
const longestKeptList = 1_000;

/** 72 bits. */
const digestLength = 12;

/** The values of a thing, or the digest of their text. */
type Entry = readonly unknown[] | string;

/** A thing that a row does not show is as one without a value. */
const valuesIn = (thing: Thing, row: Row): readonly unknown[] => {
	const values = thing.valuesOf(row);
	return values.length === 0 && thing.isList !== true ? [null] : values;
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
const shownAs = (thing: Thing, values: readonly unknown[]): unknown =>
	thing.isList !== true && values.length === 1 ? values[0] : values;

const digestOf = (text: string): string => shortDigest(text, digestLength);

const entryOf = (thing: Thing, row: Row): Entry => {
	const values = inOneOrder(valuesIn(thing, row));
	const text = comparableText(values);
	return text.length <= (thing.isList === true ? longestKeptList : longestKept)
		? values
		: digestOf(text);
};

const read = (token: string): readonly Entry[] => JSON.parse(token) as readonly Entry[];

const isSameEntry = (thing: Thing, row: Row, entry: Entry): boolean => {
	const text = comparableText(inOneOrder(valuesIn(thing, row)));
	return typeof entry === 'string' ? entry === digestOf(text) : comparableText(entry) === text;
};

const changeIn = (thing: Thing, row: Row, entry: Entry): Change => ({
	...(typeof entry !== 'string' && { before: shownAs(thing, entry) }),
	after: shownAs(thing, valuesIn(thing, row)),
});

const shortened = (token: string): string =>
	JSON.stringify(
		read(token).map((entry) =>
			typeof entry === 'string' ? entry : digestOf(comparableText(entry)),
		),
	);

export interface ComparisonOptions {
	/** Whether a row that is not remembered starts the workflow. */
	readonly startsUnknown: (row: Row) => boolean;
	/** Whether the changes of a row start it; any do if absent. */
	readonly starts?: (changed: Readonly<Record<string, Change>>) => boolean;
}

/** What a watch needs to compare some things of its rows, and nothing else of them. */
export const comparisonOf = (
	things: readonly Thing[],
	{ startsUnknown, starts = () => true }: ComparisonOptions,
): Required<Pick<Watch, 'comparison' | 'isSame' | 'tokenOf'>> => {
	const entriesOf = (known: string) => {
		const entries = read(known);
		return things.flatMap((thing, index) => {
			const entry = entries[index];
			return entry === undefined ? [] : [{ thing, entry }];
		});
	};
	const changed = (row: Row, known: string) =>
		Object.fromEntries(
			entriesOf(known)
				.filter(({ thing, entry }) => !isSameEntry(thing, row, entry))
				.map(({ thing, entry }) => [thing.name, changeIn(thing, row, entry)]),
		);
	const comparison: Comparison = {
		key: JSON.stringify([version, ...things.map(({ id }) => id)]),
		changeOf(row, known): Changed | undefined {
			if (known === undefined) return startsUnknown(row) ? null : undefined;
			const changes = changed(row, known);
			return starts(changes) ? changes : undefined;
		},
		shortened,
		sampleOf: (row, known) =>
			Object.fromEntries(
				known === undefined
					? things.map((thing) => [thing.name, changeIn(thing, row, [null])])
					: entriesOf(known).map(({ thing, entry }) => [thing.name, changeIn(thing, row, entry)]),
			),
	};
	return {
		comparison,
		tokenOf: (row) => JSON.stringify(things.map((thing) => entryOf(thing, row))),
		isSame: (row, known) => Object.keys(changed(row, known)).length === 0,
	};
};
