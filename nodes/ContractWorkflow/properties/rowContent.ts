import { property } from '../../shared/fields/property';

/** Adds a digest, which shows whether a row has changed. */
export const addDigest = property({
	displayName: 'Add Digest',
	name: 'addDigest',
	type: 'boolean',
	default: false,
	description: 'Whether to add a hash that changes when anything in the row changes',
});

/** Puts each field of a document in its own columns. */
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

/** Puts each variable of a task in its own columns. */
export const variablesAsColumns = property({
	displayName: 'Variables as Columns',
	name: 'variablesAsColumns',
	type: 'boolean',
	default: false,
	description: 'Whether to add columns for the value and type of each variable',
});
