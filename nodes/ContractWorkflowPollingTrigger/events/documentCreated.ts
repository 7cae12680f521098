import { event } from '../event';
import { documents, watchDocuments } from '../rows/watchDocuments';
import { newOnce } from '../watch';

export const documentCreated = event({
	name: 'Document Created',
	value: 'documentCreated',
	description: 'A document is added',
	rows: documents,
	properties: [],
	watch: (client, { filters }) => ({
		...watchDocuments(client, 'last_created_at', filters),
		...newOnce,
	}),
});
