import { changesOf, onlyWhenTheseChange } from '../changes';
import { event } from '../event';
import { documents, watchDocuments } from '../rows';
import { documentField } from '../watchedFields';

export const documentUpdated = event({
	name: 'Document Updated',
	value: 'documentUpdated',
	description:
		'A document is added or changes. Changes that the document search does not show go unnoticed.',
	kind: documents,
	choice: onlyWhenTheseChange('watchedDocumentFields', documentField),
	watch: (settings) => ({
		...watchDocuments('last_updated_at', settings),
		...changesOf(settings.fields),
	}),
});
