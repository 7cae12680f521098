import type { ParametersOf } from '../../../shared/fields/property';
import { property } from '../../../shared/fields/property';
import { isBlank, isRecord, shown } from '../../../shared/fields/propertyValue';
import { WrongField } from '../../../shared/words/explained';
import { checkRows, readRows, rowLabel } from '../../properties/readRows';

/** Metadata of a task, one row for each key (section 4, initiate). */
export const metadata = property({
	displayName: 'Metadata',
	name: 'metadata',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Entry',
	default: {},
	options: [
		{
			displayName: 'Entry',
			name: 'entry',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. deal_id',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					asGiven: true,
					default: '',
				},
			],
		},
	],
});

/** Metadata of a task as one object. */
export const metadataJson = property({
	displayName: 'Metadata as JSON',
	name: 'metadataJson',
	type: 'json',
	default: '{}',
	placeholder: '{"deal_id": "D-1"}',
});

type Given = Partial<ParametersOf<[typeof metadata, typeof metadataJson]>>;
type Entry = NonNullable<Given['metadata']>['entry'][number];

const metadataOfRows = (entries: readonly Entry[]): Readonly<Record<string, unknown>> => {
	checkRows('Metadata', entries, 'remove the field and add Metadata as JSON');
	const taken = new Set<string>();
	const nameOf = ({ name }: Entry, index: number): string => {
		const row = { list: 'Metadata', index, ...(name !== undefined && { about: name }) };
		if (name === undefined) throw new WrongField(rowLabel(row, 'Name'), 'is required');
		if (taken.has(name)) throw new WrongField(rowLabel(row), 'is already set by an earlier row');
		taken.add(name);
		return name;
	};
	const read = readRows(entries, (entry, index, attempt) => {
		const name = attempt(() => nameOf(entry, index));
		const { value } = entry;
		return name === undefined ? undefined : { name, value: isBlank(value) ? '' : value };
	});
	return Object.fromEntries(read.map(({ name, value }) => [name, value]));
};

/**
 * The `metadata` of a launch; undefined if none was added.
 * @throws {Explained} that names what is wrong.
 */
export const metadataOf = (given: Given): Readonly<Record<string, unknown>> | undefined => {
	const { metadata: rows, metadataJson: json } = given;
	const wrongJson = (fault: string) => new WrongField(metadataJson.displayName, fault);
	if (rows !== undefined && json !== undefined) {
		throw wrongJson(`cannot be combined with "${metadata.displayName}"`);
	}
	if (rows !== undefined) return metadataOfRows(rows.entry);
	if (json !== undefined && !isRecord(json))
		throw wrongJson(`must be an object, not ${shown(json)}`);
	return json;
};
