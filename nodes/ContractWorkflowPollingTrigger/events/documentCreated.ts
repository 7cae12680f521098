import { event } from '../event';
import { documents, watchDocuments } from '../rows';
import { newOnce } from '../watch';

export const documentCreated = event({
	name: 'Document Created',
	value: 'documentCreated',
	description: 'A document is added',
	kind: documents,
	watch: (settings) => ({ ...watchDocuments('last_created_at', settings), ...newOnce }),
});
