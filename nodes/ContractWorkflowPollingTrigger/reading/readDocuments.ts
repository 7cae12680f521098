import type { Client, OutputOf, PageRead } from '../../../src';
import { InvalidResponse, searchDocuments } from '../../../src';
import type { ReadOptions, Reading } from '../watch';
import { checkPolledRows, isRead, mostPolledPages, readTwice } from './secondReading';

type Document = OutputOf<typeof searchDocuments>['documents'][number];

/** The cursors of the document search (section 4, Core documents). */
export type DocumentCursor = 'last_created_at' | 'last_updated_at';

const { maxLimit } = searchDocuments.page;
/** How many documents at least the next reading brings again, if there are as many. */
const overlap = maxLimit / 2;

interface Page {
	readonly documents: readonly Document[];
	/** The cursor of the page behind it; undefined on the last one. */
	readonly next?: string;
}

/** @throws {InvalidResponse} when it claims more documents but gives none or no cursor to them. */
const pageOf = ({ rows, isLast, next }: PageRead): Page => {
	const documents = rows as readonly Document[];
	const request = `${searchDocuments.method} ${searchDocuments.path}`;
	checkPolledRows(documents, request, { document_id: Number.isSafeInteger });
	if (isLast) return { documents };
	if (documents.length === 0) throw new InvalidResponse({ kind: 'noProgress' });
	if (next === undefined) throw new InvalidResponse({ kind: 'noCursor' });
	return { documents, next };
};

/** The page from a cursor that the service gave; the first one where `from` is empty. */
type Search = (from: string, limit: number) => Promise<Page>;

const searchBy =
	(client: Client, cursor: DocumentCursor): Search =>
	async (from, limit) => {
		const pages: PageRead[] = [];
		const body = from === '' ? {} : { [cursor]: from };
		const onPage = (page: PageRead) => pages.push(page);
		await client.pages(searchDocuments, { body }, { cursor, limit, onPage }).next();
		return pageOf(pages[0] ?? { rows: [], isLast: true });
	};

/** What one reading has found, the documents that came last at the end. */
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
 * A page of a walk. One that is not full, though there are more, is read a second time before the
 * walk leaves it: one answer may lack documents.
 */
const fullPage = async (search: Search, from: string, found: Found): Promise<Page> => {
	const page = await readTwice(async () => await search(from, maxLimit));
	take(found, page.documents);
	if (page.next === undefined || lengthOf(page) === maxLimit) return page;
	const second = await search(from, maxLimit);
	take(found, second.documents);
	return lengthOf(second) > lengthOf(page) ? second : page;
};

/** Where each page of a walk begins, and the documents of the first and the last one. */
interface Walk {
	readonly begins: readonly string[];
	readonly first: readonly Document[];
	readonly last: readonly Document[];
	/** Whether the search goes on behind it, at the last of `begins`. */
	readonly isPart: boolean;
}

/**
 * Reads on, page after page. What one poll has read a failure does not undo, unless the end is
 * wanted: a first poll comes as far as it goes, or fails.
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
 * Where the reading after a walk begins: at a cursor that brings the last documents again, for
 * whether a cursor includes its own time is not shown, and a document may turn up late.
 */
const nextBegin = async (search: Search, { begins, last, isPart }: Walk, found: Found) => {
	const [beforeLast = '', next] = begins.slice(-2);
	if (next === undefined) return beforeLast;
	if (isPart || last.length >= overlap) return next;
	const earlier = await search(beforeLast, overlap).catch(() => undefined);
	if (!earlier) return beforeLast;
	// What came into this page meanwhile lies before the new beginning, so it comes out now.
	for (const document of earlier.documents) {
		if (!found.has(document.document_id)) found.set(document.document_id, document);
	}
	return earlier.next ?? next;
};

/**
 * The documents from a cursor on, page after page, in the order in which the service gives them; all
 * documents where `from` is empty. A cursor is nothing but a previous `next_cursor`, so the next
 * reading begins at one of those.
 *
 * Which cursor the first page's `next_cursor` matches is not shown. Should it be another one than
 * that of the update time, a walk may leave out the documents of the first page also when they are
 * updated; so `last_updated_at` goes with the first page.
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
