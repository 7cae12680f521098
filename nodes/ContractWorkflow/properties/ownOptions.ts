import type { Property } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';

/** Declares the options of one operation, under their own heading. */
export const ownOptions = <const Name extends string, const Values extends readonly Property[]>(
	name: Name,
	displayName: string,
	values: Values,
) =>
	property({
		displayName: 'Options',
		name: 'options',
		type: 'fixedCollection',
		placeholder: 'Add option',
		default: {},
		options: [{ displayName, name, values }],
	});
