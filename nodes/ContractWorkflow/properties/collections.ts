import type { Property } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';

/** Declares the options of one operation: how the node behaves. */
export const ownOptions = <const Options extends readonly Property[]>(...options: Options) =>
	property({
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	});

/** Declares what an operation can send beside its required fields. */
export const moreFields = <const Options extends readonly Property[]>(...options: Options) =>
	property({
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options,
	});
