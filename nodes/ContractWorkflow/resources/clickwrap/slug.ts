import { property } from '../../../shared/fields/property';

/** The clickwrap to read. */
export const slug = property({
	displayName: 'Clickwrap Slug',
	name: 'slug',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. terms-of-service',
});
