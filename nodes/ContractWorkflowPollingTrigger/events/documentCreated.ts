import { event } from '../event';
import { documents, watchDocuments } from '../rows';

export const documentCreated = event({
	name: 'Document Created',
	value: 'documentCreated',
	description: 'A document is added',
	kind: documents,
	// Each row has the same token: later changes are no news.
	watch: (settings) => ({ ...watchDocuments('last_created_at', settings), tokenOf: () => '' }),
});
