import { WrongField } from '../../../shared/explained';
import type { ParametersOf } from '../../../shared/property';
import { property } from '../../../shared/property';
import { isBlank, isRecord, shown } from '../../../shared/propertyValue';
import { WrongRows, noRows, rowLabel } from '../../properties/rows';

/** Metadata of a task, one row for each key (section 4, initiate). */
export const metadata = property({
	displayName: 'Metadata',
	name: 'metadata',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Entry',
	default: {},
	description: 'Names and values that are attached to the task',
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
					description:
						'Sent as text, unless an expression gives a number, a boolean, a list or an object',
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
	description: 'Object of names and values that is attached to the task, in place of Metadata',
});

type Given = Partial<ParametersOf<[typeof metadata, typeof metadataJson]>>;
type Entry = NonNullable<Given['metadata']>['entry'][number];

const metadataOfRows = (entries: readonly Entry[]): Readonly<Record<string, unknown>> => {
	if (entries.length === 0) throw noRows('Metadata', 'remove it and add Metadata as JSON');
	const taken = new Set<string>();
	const faults = entries.flatMap(({ name }, index) => {
		const place = { list: 'Metadata', index, about: name };
		if (name === undefined) return [`${rowLabel(place, 'Name')} is required`];
		if (taken.has(name)) return [`${rowLabel(place)} is set by an earlier row already`];
		taken.add(name);
		return [];
	});
	if (faults.length > 0) throw new WrongRows(faults);
	return Object.fromEntries(
		entries.map(({ name = '', value }) => [name, isBlank(value) ? '' : value]),
	);
};

/**
 * The `metadata` of a launch; undefined where none was added.
 * @throws {WrongRows | WrongField} that names what is wrong.
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
