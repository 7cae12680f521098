import { searchDocuments } from '../../src';
import type { List, Listed, Source } from './watch';
import { UnreadableList, listedRows, mostRows, pageSize, start } from './watch';

/** The cursors of the document search (section 4, Core documents). */
type Cursor = 'last_created_at' | 'last_updated_at';

/** How many documents the next reading returns again, if there are as many. */
const overlap = 100;

/** How many documents are remembered that were shown last: more than the next reading returns again. */
const keeps = 1_000;

interface Page {
	/** The cursor that it starts at. */
	readonly from: string;
	readonly documents: readonly Listed[];
	/** The cursor of the next page; undefined on the last one. */
	readonly next: string | undefined;
}

/** The documents by one of the cursors. */
type DocumentSource = Source & { readonly cursor: Cursor };

/** @throws {UnreadableList} when a page claims to continue, but cannot. */
const readPage = async (
	{ client, warn, cursor }: DocumentSource,
	from: string,
	limit: number,
): Promise<Page> => {
	const body = { ...(from !== start && { [cursor]: from }), limit };
	const answer = await client.call(searchDocuments, { body });
	const { documents: rows, has_next: goesOn, next_cursor: next } = answer;
	if (typeof goesOn !== 'boolean') {
		throw new UnreadableList('The service did not report if there are more documents');
	}
	const documents = listedRows(rows, ({ document_id: id }) => ({ id, time: null }), warn);
	if (!goesOn) return { from, documents, next: undefined };
	const shown = new Set(documents.map(({ id }) => id)).size;
	const isFull = shown + rows.length - documents.length >= limit;
	if (!isFull || typeof next !== 'string' || next === from) {
		throw new UnreadableList('The service reported more documents, but too few or no cursor');
	}
	return { from, documents, next };
};

/** Reads page after page. A failure keeps the pages before it, if the point can move past one. */
const readPages = async (source: DocumentSource, from: string): Promise<readonly Page[]> => {
	const pages: Page[] = [];
	let next: string | undefined = from;
	while (next !== undefined && pages.length * pageSize < mostRows) {
		const reading = readPage(source, next, pageSize);
		const page: Page | undefined = await reading.catch(() => undefined);
		if (!page && pages.length > 1 && from !== start) break;
		pages.push(await reading);
		next = page?.next;
	}
	return pages;
};

/**
 * Where the next reading starts: at the last page, or in the middle of the page before if the last
 * one is short. The API text does not show whether a cursor includes its own time, and a document may
 * appear late. With it come the documents that were shown on the way.
 */
const nextStart = async (source: DocumentSource, pages: readonly Page[], point: string) => {
	const [previous, last] = pages.slice(-2);
	if (!previous || !last) return { next: point, documents: [] };
	if (last.documents.length >= overlap) return { next: last.from, documents: [] };
	const half = await readPage(source, previous.from, overlap).catch(() => undefined);
	return { next: half?.next ?? previous.from, documents: half?.documents ?? [] };
};

/**
 * The documents of the first page. The API text does not show which cursor its `next_cursor`
 * matches. If it is the other one, later pages may lack changes of these documents.
 */
const firstPageOf = async (source: DocumentSource, [first]: readonly Page[]) => {
	if (source.cursor !== 'last_updated_at') return [];
	return (first?.from === start ? first : await readPage(source, start, pageSize)).documents;
};

/**
 * The documents after a cursor, in the order of the service. A cursor is always a previous
 * `next_cursor`.
 */
export const documentList = ({ client, warn }: Source, cursor: Cursor): List => {
	const source = { client, warn, cursor };
	const read: List['read'] = async (point) => {
		const pages = await readPages(source, point);
		const { next, documents } = await nextStart(source, pages, point);
		const shown = [...pages.flatMap((page) => page.documents), ...documents];
		const rows = new Map(shown.map((one) => [one.id, one]));
		const firstPage = next === start ? [] : await firstPageOf(source, pages);
		return {
			rows: [...rows.values()],
			// One document, one state: a document that changes meanwhile is read again by the next poll.
			firstPage: firstPage.map((one) => rows.get(one.id) ?? one),
			next,
			isPart: pages.at(-1)?.next !== undefined,
		};
	};

	return {
		keeps,
		read,
		async first() {
			const all = await read(start);
			if (all.isPart || all.next === start) return all;
			// A search without a cursor may have another order: read what follows the point in its own.
			const again = await read(all.next);
			return { ...again, rows: [...all.rows, ...again.rows] };
		},
	};
};
