import type { Client, OutputOf } from '../../src';
import { InvalidResponse, searchDocuments } from '../../src';
import type { Reading } from './watch';

type Answer = OutputOf<typeof searchDocuments>;
type Document = Answer['documents'][number];

/** The cursors of the document search (section 4, Core documents). */
export type DocumentCursor = 'last_created_at' | 'last_updated_at';

const { maxLimit } = searchDocuments.page;
/** How many documents at least the next reading brings again, if there are as many. */
const overlap = maxLimit / 2;

type Search = (from: string, limit: number) => Promise<Answer>;

/** Searches from a cursor that the service gave, or, where `from` is empty, from the beginning. */
const searchFrom =
	(client: Client, cursor: DocumentCursor): Search =>
	async (from, limit) =>
		await client.call(searchDocuments, {
			body: { limit, ...(from !== '' && { [cursor]: from }) },
		});

/** Where each page of a walk begins, and the documents of the first and the last one. */
interface Walk {
	readonly begins: readonly string[];
	readonly first: readonly Document[];
	readonly last: readonly Document[];
}

const walk = async (search: Search, from: string, found: Map<number, Document>): Promise<Walk> => {
	const begins = [from];
	let first: readonly Document[] | undefined;
	for (let position = from; ; begins.push(position)) {
		const { documents, has_next: hasNext, next_cursor: next } = await search(position, maxLimit);
		first ??= documents;
		for (const document of documents) {
			found.delete(document.document_id);
			found.set(document.document_id, document);
		}
		if (hasNext !== true) return { begins, first, last: documents };
		if (typeof next !== 'string' || begins.includes(next)) {
			throw new InvalidResponse({ kind: 'noCursor' });
		}
		position = next;
	}
};

/**
 * Where the reading after a walk begins: at a cursor that brings the last documents again, for
 * whether a cursor includes its own time is not shown, and a document may turn up late.
 */
const nextBegin = async (search: Search, { begins, last }: Walk, found: Map<number, Document>) => {
	const [beforeLast = '', next] = begins.slice(-2);
	if (next === undefined) return beforeLast;
	if (last.length >= overlap) return next;
	const earlier = await search(beforeLast, overlap);
	// What came into this page meanwhile lies before the new beginning, so it comes out now.
	for (const document of earlier.documents) {
		if (!found.has(document.document_id)) found.set(document.document_id, document);
	}
	return earlier.next_cursor ?? next;
};

/**
 * The documents from a cursor on, page after page, in the order in which the service gives them; all
 * documents where `from` is empty. A cursor is nothing but a previous `next_cursor`, so the next
 * reading begins at one of those.
 *
 * Which cursor the first page's `next_cursor` matches is not shown. Should it be another one than
 * that of the update time, a walk may leave out the documents of the first page also when they are
 * updated; so `last_updated_at` goes with the first page.
 * @throws {InvalidResponse} when the service claims more documents but gives no new cursor.
 */
export const readDocuments = async (
	client: Client,
	cursor: DocumentCursor,
	from: string,
): Promise<Reading> => {
	const search = searchFrom(client, cursor);
	const hasFirst = cursor === 'last_updated_at';
	const first = hasFirst && from !== '' ? (await search('', maxLimit)).documents : undefined;
	const found = new Map<number, Document>();
	const walked = await walk(search, from, found);
	const next = await nextBegin(search, walked, found);
	return {
		rows: [...found.values()],
		next,
		again: Math.min(found.size, walked.last.length + maxLimit),
		...(hasFirst && next !== '' && { first: first ?? walked.first }),
	};
};
