import type { Client, OutputOf } from '../../../src';
import { InvalidResponse, checkPage, searchDocuments } from '../../../src';
import type { ReadOptions, Reading } from '../watch';
import { checkPolledRows, isRead, mostPolledPages, readTwice } from './secondReading';

type Answer = OutputOf<typeof searchDocuments>;
type Document = Answer['documents'][number];

/** The cursors of the document search (section 4, Core documents). */
export type DocumentCursor = 'last_created_at' | 'last_updated_at';

const { maxLimit } = searchDocuments.page;
/** Minimum number of documents that the next reading returns again, if there are as many. */
const overlap = maxLimit / 2;

interface Page {
	readonly documents: readonly Document[];
	/** The cursor of the next page; undefined on the last one. */
	readonly next?: string;
}

/** @throws {InvalidResponse} when the response claims more documents but has none, or no cursor. */
const pageOf = ({ documents, has_next, next_cursor: next }: Answer): Page => {
	const request = `${searchDocuments.method} ${searchDocuments.path}`;
	checkPolledRows(documents, request, { document_id: Number.isSafeInteger });
	if (!has_next) return { documents };
	if (documents.length === 0) throw new InvalidResponse({ kind: 'noProgress' });
	if (typeof next !== 'string') throw new InvalidResponse({ kind: 'noCursor' });
	return { documents, next };
};

/** The page from a cursor of the service; the first page if `from` is empty. */
type Search = (from: string, limit: number) => Promise<Page>;

const searchBy =
	(client: Client, cursor: DocumentCursor): Search =>
	async (from, limit) => {
		const body = { ...(from !== '' && { [cursor]: from }), limit };
		const answer = await client.call(searchDocuments, { body });
		checkPage(searchDocuments.page, { offset: 0, limit }, answer);
		return pageOf(answer);
	};

/** The documents of one reading, the most recent last. */
type Found = Map<number, Document>;

const take = (found: Found, documents: readonly Document[]): void => {
	for (const document of documents) {
		found.delete(document.document_id);
		found.set(document.document_id, document);
	}
};

const lengthOf = ({ documents }: Page): number =>
	new Set(documents.map(({ document_id }) => document_id)).size;

/**
 * A page of a walk. A page that is not full although more follow is read a second time: a response
 * may lack documents.
 */
const fullPage = async (search: Search, from: string, found: Found): Promise<Page> => {
	const page = await readTwice(async () => await search(from, maxLimit));
	take(found, page.documents);
	if (page.next === undefined || lengthOf(page) === maxLimit) return page;
	const second = await search(from, maxLimit);
	take(found, second.documents);
	return lengthOf(second) > lengthOf(page) ? second : page;
};

/** Where each page of a walk starts, and the documents of the first and the last page. */
interface Walk {
	readonly begins: readonly string[];
	readonly first: readonly Document[];
	readonly last: readonly Document[];
	/** Whether the search continues after the walk, at the last of `begins`. */
	readonly isPart: boolean;
}

/**
 * Reads page after page. A failure keeps what the poll has read so far, unless the end is wanted:
 * then a first poll reaches the end or fails.
 */
const walk = async (
	search: Search,
	from: string,
	found: Found,
	{ hasTime, onlyEnd }: ReadOptions,
): Promise<Walk> => {
	const begins = [from];
	let first: readonly Document[] | undefined;
	for (let position = from; ; ) {
		const reading = fullPage(search, position, found);
		if (!(await isRead(reading)) && first && !onlyEnd) {
			return { begins, first, last: [], isPart: true };
		}
		const page = await reading;
		const last = page.documents;
		first ??= last;
		if (page.next === undefined) return { begins, first, last, isPart: false };
		if (begins.includes(page.next)) throw new InvalidResponse({ kind: 'noCursor' });
		begins.push(page.next);
		position = page.next;
		if (begins.length > mostPolledPages || !hasTime()) return { begins, first, last, isPart: true };
	}
};

/**
 * Where the reading after a walk starts: at a cursor that returns the last documents again. The API
 * text does not show whether a cursor includes its own time, and a document may appear late.
 */
const nextBegin = async (search: Search, { begins, last, isPart }: Walk, found: Found) => {
	const [beforeLast = '', next] = begins.slice(-2);
	if (next === undefined) return beforeLast;
	if (isPart || last.length >= overlap) return next;
	const earlier = await search(beforeLast, overlap).catch(() => undefined);
	if (!earlier) return beforeLast;
	// A document that was added to this page during the walk is before the new start, so it is
	// returned now.
	for (const document of earlier.documents) {
		if (!found.has(document.document_id)) found.set(document.document_id, document);
	}
	return earlier.next ?? next;
};

/**
 * The documents from a cursor on, page after page, in the order of the service; all documents if
 * `from` is empty. A cursor is always a previous `next_cursor`, so the next reading starts at one
 * of those.
 *
 * The API text does not show which cursor the first page's `next_cursor` matches. If it is not the
 * one for the update time, a walk may miss updates of documents on the first page. So the first
 * page is requested with `last_updated_at`.
 * @throws {InvalidResponse} when the first page contradicts itself in two readings.
 */
export const readDocuments = async (
	client: Client,
	cursor: DocumentCursor,
	from: string,
	options: ReadOptions,
): Promise<Reading> => {
	const search = searchBy(client, cursor);
	const hasFirst = cursor === 'last_updated_at';
	const first =
		hasFirst && from !== '' ? await readTwice(async () => await search('', maxLimit)) : undefined;
	const found: Found = new Map();
	const walked = await walk(search, from, found, options);
	const next = await nextBegin(search, walked, found);
	const rows = [...found.values()];
	const again = Math.min(rows.length, (walked.isPart ? 0 : walked.last.length) + maxLimit);
	return {
		rows,
		next,
		passed: rows.slice(0, rows.length - again).map(({ document_id }) => String(document_id)),
		again,
		isPart: walked.isPart,
		...(hasFirst && next !== '' && { first: first?.documents ?? walked.first }),
	};
};
