import type { Client, OutputOf } from '../../src';
import { InvalidResponse, searchDocuments } from '../../src';
import type { Reading } from './watch';

type Document = OutputOf<typeof searchDocuments>['documents'][number];

/** The cursors of the document search (section 4, Core documents). */
export type DocumentCursor = 'last_created_at' | 'last_updated_at';

/** A time before every document. */
export const beforeEverything = '1970-01-01T00:00:00.000Z';

/**
 * The documents from a cursor on, page after page, in the order in which the service gives them. A
 * document does not tell when it was updated, so the next reading begins at the last cursor that the
 * service gave, which brings the last page again.
 * @throws {InvalidResponse} when the service claims more documents but gives no new cursor.
 */
export const readDocuments = async (
	client: Client,
	cursor: DocumentCursor,
	from: string,
): Promise<Reading> => {
	const found = new Map<number, Document>();
	let position = from;
	let before = 0;
	let last = 0;
	for (;;) {
		const answer: Partial<OutputOf<typeof searchDocuments>> = await client.call(searchDocuments, {
			body: { limit: searchDocuments.page.maxLimit, [cursor]: position },
		});
		if (!Array.isArray(answer.documents)) {
			throw new InvalidResponse('The service answered a search without "documents"');
		}
		for (const document of answer.documents) {
			found.delete(document.document_id);
			found.set(document.document_id, document);
		}
		before = last;
		last = answer.documents.length;
		if (answer.has_next !== true) break;
		if (typeof answer.next_cursor !== 'string' || answer.next_cursor === position) {
			throw new InvalidResponse('The service says that there are more documents, but not where');
		}
		position = answer.next_cursor;
	}
	return { rows: [...found.values()], next: position, again: Math.min(found.size, before + last) };
};
