import type { ValueOf } from '../../../shared/fields/property';
import { property } from '../../../shared/fields/property';
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

type Given = ValueOf<typeof metadata>;
type Entry = Given['entry'][number];

/**
 * The `metadata` of a launch; undefined if none was added.
 * @throws {Explained} that names what is wrong.
 */
export const metadataOf = (given?: Given): Readonly<Record<string, unknown>> | undefined => {
	if (given === undefined) return undefined;
	checkRows(metadata.displayName, given.entry, 'remove the field');
	const taken = new Set<string>();
	const nameOf = ({ name }: Entry, index: number): string => {
		const row = { list: metadata.displayName, index, ...(name !== undefined && { about: name }) };
		if (name === undefined) throw new WrongField(rowLabel(row, 'Name'), 'is required');
		if (taken.has(name)) throw new WrongField(rowLabel(row), 'is already set by an earlier row');
		taken.add(name);
		return name;
	};
	const read = readRows(given.entry, (entry, index, attempt) => {
		const name = attempt(() => nameOf(entry, index));
		const { value } = entry;
		return name === undefined ? undefined : { name, value: value ?? '' };
	});
	return Object.fromEntries(read.map(({ name, value }) => [name, value]));
};
