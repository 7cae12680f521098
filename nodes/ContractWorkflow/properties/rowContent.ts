import { property } from '../../shared/fields/property';

/** What tells a row from what it was before. */
export const addDigest = property({
	displayName: 'Add Digest',
	name: 'addDigest',
	type: 'boolean',
	default: false,
	description: 'Whether to add a hash that changes when anything in the row changes',
});

/** The fields of documents, each in columns of its own. */
export const fieldsAsColumns = property({
	displayName: 'Fields as Columns',
	name: 'fieldsAsColumns',
	type: 'options',
	default: 'no',
	description: 'How to name the column of each field',
	options: [
		{ name: 'No', value: 'no' },
		{ name: 'By ID', value: 'id' },
		{ name: 'By Name and ID', value: 'name' },
	],
});

/** The variables of tasks, each in columns of its own. */
export const variablesAsColumns = property({
	displayName: 'Variables as Columns',
	name: 'variablesAsColumns',
	type: 'boolean',
	default: false,
	description: 'Whether to add columns for the value and type of each variable',
});
