import type { Property } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';

/** Declares the options of one operation. */
export const ownOptions = <const Options extends readonly Property[]>(...options: Options) =>
	property({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	});
