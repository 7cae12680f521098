import type { Client } from '../../../src';
import { property } from '../../shared/fields/property';
import { isRecord } from '../../shared/fields/propertyValue';
import type { TaskFilters } from '../../shared/panel/taskFilters';
import { workflowFilter } from '../../shared/panel/taskFilters';
import { documentFields, shapedDocument } from '../../shared/rows/output';
import type { Rows } from '../event';
import type { DocumentCursor } from '../reading/readDocuments';
import { readDocuments } from '../reading/readDocuments';
import type { Watch } from '../watch';
import { idIn } from '../watch';

const filters = property({
	displayName: 'Filters',
	name: 'documentFilters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [{ ...workflowFilter, description: 'The workflow that a document comes from' }],
});

const selected = property({ ...documentFields, name: 'documentFields' });

/** Documents, with their filters and their output. */
export const documents: Rows = {
	filters,
	selected,
	readFilters: (read) => read(filters).documentFilters,
	readSelected: (read) => read(selected).documentFields,
	shape: shapedDocument,
};

/** A notice for each event that relies on the cursor "by update time". */
export const updateNotice = property({
	displayName: 'A change starts the workflow only if the document search shows it.',
	name: 'documentUpdatedNotice',
	type: 'notice',
	default: '',
});

/** What the watches of documents share. */
export const watchDocuments = (
	client: Client,
	cursor: DocumentCursor,
	{ workflowId }: TaskFilters,
) =>
	({
		read: async (from, options) => await readDocuments(client, cursor, from, options),
		// A cursor is a previous `next_cursor` (section 4), so the first search has none.
		starts: () => [''],
		idOf: idIn('document_id'),
		matches: ({ workflow_metadata: metadata }) =>
			workflowId === undefined ||
			(isRecord(metadata) && metadata.workflow_id === workflowId.trim()),
	}) satisfies Partial<Watch>;
