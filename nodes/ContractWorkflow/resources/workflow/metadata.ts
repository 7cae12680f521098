import type { ValueOf } from '../../../shared/fields/property';
import { property } from '../../../shared/fields/property';
import { WrongField } from '../../../shared/words/explained';
import { readRows, rowLabel } from '../../properties/readRows';

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

/**
 * The `metadata` of a launch; undefined if none was added.
 * @throws {Explained} that names each row without a name, or with one of an earlier row.
 */
export const metadataOf = (
	given?: ValueOf<typeof metadata>,
): Readonly<Record<string, unknown>> | undefined => {
	if (!given || given.entry.length === 0) return undefined;
	const names = given.entry.map(({ name }) => name);
	const entries = readRows(given.entry, ({ name, value }, index) => {
		if (name === undefined) {
			throw new WrongField(rowLabel('Metadata', index, undefined, 'Name'), 'is required');
		}
		if (names.indexOf(name) < index) {
			throw new WrongField(rowLabel('Metadata', index, name), 'is already set by an earlier row');
		}
		return [name, value ?? ''] as const;
	});
	return Object.fromEntries(entries);
};
