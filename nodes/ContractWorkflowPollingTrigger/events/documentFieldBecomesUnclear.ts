import { comparisonOf } from '../comparing/comparison';
import { event } from '../event';
import { gains, unclearFields } from '../rows/unclearFields';
import { documents, updateNotice, watchDocuments } from '../rows/watchDocuments';

export const documentFieldBecomesUnclear = event({
	name: 'Document Field Becomes Unclear',
	value: 'documentFieldBecomesUnclear',
	description: 'The value of a field is uncertain, also in a new document',
	rows: documents,
	properties: [updateNotice],
	choice: unclearFields,
	asksIfNotRemembered: true,
	watch: (client, { filters, fields, startsUnknown }) => ({
		...watchDocuments(client, 'last_updated_at', filters),
		...comparisonOf(fields, {
			startsUnknown: (row) =>
				startsUnknown && fields.some((field) => field.valuesOf(row).length > 0),
			starts: ({ before, after }) => gains(after, before),
		}),
	}),
});
