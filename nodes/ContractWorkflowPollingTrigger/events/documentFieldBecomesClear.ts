import { comparisonOf } from '../comparing/comparison';
import { event } from '../event';
import { gains, unclearFields } from '../rows/unclearFields';
import { documents, updateNotice, watchDocuments } from '../rows/watchDocuments';

export const documentFieldBecomesClear = event({
	name: 'Document Field Becomes Clear',
	value: 'documentFieldBecomesClear',
	description: 'The value of a field is no longer uncertain',
	rows: documents,
	properties: [updateNotice],
	choice: unclearFields,
	watch: (client, { filters, fields }) => ({
		...watchDocuments(client, 'last_updated_at', filters),
		...comparisonOf(fields, {
			// A document that is not remembered was never seen with an unclear field.
			startsUnknown: () => false,
			starts: ({ before, after }) => gains(before, after),
		}),
	}),
});
