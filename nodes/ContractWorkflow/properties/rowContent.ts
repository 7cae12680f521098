import { property } from '../../shared/fields/property';

/** What tells a row from what it was before. */
export const addDigest = property({
	displayName: 'Add Digest',
	name: 'addDigest',
	type: 'boolean',
	default: true,
	description:
		'Whether to add "digest": the SHA-256 of all that the service gives of the row, whatever Output is. Numbers count as JavaScript reads them.',
});

/** The fields of documents, each in columns of its own. */
export const fieldsAsColumns = property({
	displayName: 'Fields as Columns',
	name: 'fieldsAsColumns',
	type: 'options',
	default: 'id',
	description:
		'How to call the columns that each field gets: its value, its type and whether it is unclear. Attributes get one each. All rows of a search have the same columns; null stands where a row lacks a field.',
	options: [
		{
			name: 'By ID',
			value: 'id',
			description: 'For example field_104: stays when the field is renamed',
		},
		{
			name: 'By Name and ID',
			value: 'name',
			description: 'For example field_governing_law_104',
		},
	],
});

/** The variables of tasks, each in columns of its own. */
export const variablesAsColumns = property({
	displayName: 'Variables as Columns',
	name: 'variablesAsColumns',
	type: 'boolean',
	default: true,
	description:
		'Whether to add the value and the type of each variable as columns of their own, for example variable_amount and type_of_variable_amount. All rows of a list have the same columns; null stands where a task lacks a variable.',
});
