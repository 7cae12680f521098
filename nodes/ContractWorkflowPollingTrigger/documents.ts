import { searchDocuments } from '../../src';
import type { List, Placed, Source } from './watch';
import { UnreadableList, mostRows, pageSize, placedRows, start } from './watch';

/** The cursors of the document search (section 4, Core documents). */
type Cursor = 'last_created_at' | 'last_updated_at';

/** How many documents the next reading returns again, if there are as many. */
const overlap = 100;

/** A document that is not shown is remembered until the point has moved so often. */
const mostMoves = 10;

interface Page {
	/** The cursor that it starts at. */
	readonly from: string;
	readonly documents: readonly Placed[];
	/** The cursor of the next page; undefined on the last one. */
	readonly next: string | undefined;
}

const documentsOf = (pages: readonly Page[]): readonly Placed[] =>
	pages.flatMap(({ documents }) => documents);

/** The documents by one of the cursors. */
type DocumentSource = Source & { readonly cursor: Cursor };

/** @throws {UnreadableList} when a page claims to continue, but cannot. */
const readPage = async (
	{ client, warn, cursor }: DocumentSource,
	from: string,
	limit: number,
): Promise<Page> => {
	const body = { ...(from !== '' && { [cursor]: from }), limit };
	const answer = await client.call(searchDocuments, { body });
	const { documents: rows, has_next: goesOn, next_cursor: next } = answer;
	if (typeof goesOn !== 'boolean') {
		throw new UnreadableList('The service did not report if there are more documents');
	}
	const documents = placedRows(rows, ({ document_id: id }) => ({ id, at: 0 }), warn);
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
		if (!page && pages.length > 1 && from !== '') break;
		pages.push(await reading);
		next = page?.next;
	}
	return pages;
};

/**
 * The documents of the first page. The API text does not show which cursor its `next_cursor`
 * matches. If it is the other one, later pages may lack changes of these documents.
 */
const openingOf = async (source: DocumentSource, [first]: readonly Page[]) => {
	if (source.cursor !== 'last_updated_at') return [];
	return (first?.from === '' ? first : await readPage(source, '', pageSize)).documents;
};

/**
 * The documents after a cursor, in the order of the service. A cursor is always a previous
 * `next_cursor`. The place of a point counts its moves, and that of a document says when it was
 * shown last.
 */
export const documentList = ({ client, warn }: Source, cursor: Cursor): List => {
	const source = { client, warn, cursor };
	/**
	 * The next reading starts at the last page, or in the middle of the page before if the last one is
	 * short: the API text does not show whether a cursor includes its own time, and a document may
	 * appear late.
	 */
	const read: List['read'] = async (point) => {
		const pages = await readPages(source, point.from);
		const [previous, last] = pages.slice(-2);
		const split = last && last.documents.length < overlap ? previous : undefined;
		const half = split && (await readPage(source, split.from, overlap).catch(() => undefined));
		const from = half?.next ?? split?.from ?? last?.from ?? point.from;
		const next = from === point.from ? point : { from, at: point.at + 1 };
		const opening = next.from === '' ? [] : await openingOf(source, pages);
		const shown = [...(half?.documents ?? []), ...documentsOf(pages.slice(-2))];
		const stay = new Set([...opening, ...shown].map(({ id }) => id));
		const placed = (one: Placed) => (stay.has(one.id) ? { ...one, at: next.at + mostMoves } : one);
		const rows = new Map([...documentsOf(pages), ...shown].map((one) => [one.id, placed(one)]));
		const only = opening.filter(({ id }) => !rows.has(id)).map(placed);
		return { rows: [...rows.values()], only, next, isPart: pages.at(-1)?.next !== undefined };
	};

	return {
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
