import { choiceIn, onlyWhenTheseChange } from '../comparing/choices';
import { changesOf } from '../comparing/comparison';
import { documentField, withOwnNames } from '../comparing/watchedFields';
import { event } from '../event';
import { documents, updateNotice, watchDocuments } from '../rows/watchDocuments';

export const documentUpdated = event({
	name: 'Document Updated',
	value: 'documentUpdated',
	description: 'A document is added, or its search result changes',
	rows: documents,
	properties: [updateNotice],
	choice: choiceIn(
		{
			...onlyWhenTheseChange,
			name: 'watchedDocumentFields',
			typeOptions: { loadOptionsMethod: 'watchedDocumentFields' },
		},
		documentField,
		withOwnNames,
	),
	asksIfNotRemembered: true,
	watch: (client, settings) => ({
		...watchDocuments(client, 'last_updated_at', settings.filters),
		...changesOf(settings),
	}),
});
