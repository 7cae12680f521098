import { searchDocuments } from '../../src';
import type { Position, Source, Watch } from './watch';
import { listedRows, pageSize, start, unreadable } from './watch';

/** The cursors of the document search (section 4, Core documents). */
type Cursor = 'last_created_at' | 'last_updated_at';

/** How many documents the next reading returns again at least, if there are as many. */
const overlap = 100;

/** How many documents are remembered that were shown last: more than the next reading returns again. */
const keeps = 1_000;

/** How far a search came. Its point is the cursor of the page before. */
interface Part {
	readonly cursor: string;
	/** Whether it began without a cursor, and so maybe in another order. */
	readonly isUnordered: boolean;
}

/** The documents by one of the cursors. */
type DocumentSource = Source & { readonly cursor: Cursor };

/** @throws {Explained} when a page claims to continue, but cannot. */
const readPage = async ({ client, warn, cursor }: DocumentSource, from: string) => {
	const body = { ...(from !== start && { [cursor]: from }), limit: pageSize };
	const answer = await client.call(searchDocuments, { body });
	const { documents: rows, has_next: goesOn, next_cursor: next } = answer;
	if (typeof goesOn !== 'boolean') {
		throw unreadable('The service did not report if there are more documents');
	}
	const documents = listedRows(rows, () => null, warn);
	if (!goesOn) return { documents, next: undefined };
	const shown = new Set(documents.map(({ id }) => id)).size;
	const isFull = shown + rows.length - documents.length >= pageSize;
	if (!isFull || typeof next !== 'string' || next === from) {
		throw unreadable('The service reported more documents, but too few or no cursor');
	}
	return { documents, next };
};

/**
 * The documents after a cursor, in the order of the service. A cursor is always a previous
 * `next_cursor`.
 */
export const documentList = (source: Source, cursor: Cursor): Pick<Watch, 'read' | 'keeps'> => {
	const documents = { ...source, cursor };
	return {
		keeps,
		async read(position) {
			const { point: before, part } = position as Position<Part>;
			const from = part?.cursor ?? before;
			const isUnordered = part?.isUnordered ?? before === start;
			const { documents: shown, next } = await readPage(documents, from);
			if (next !== undefined) {
				const goesOn: Part = { cursor: next, isUnordered };
				return { rows: shown, next: { ...position, point: from, part: goesOn } };
			}
			// The API text does not show whether a cursor includes its own time, and a document may appear
			// late. So the next reading starts at this page only if it is long enough.
			const point = shown.length < overlap ? before : from;
			if (point === start) return { rows: shown, next: { point }, isLast: true };
			// A search without a cursor may have another order: read what follows in its own.
			if (isUnordered) return { rows: shown, next: { ...position, point, part: undefined } };
			// The API text does not show which cursor the first `next_cursor` matches. If it is the other
			// one, later pages may lack changes of the first page.
			const first = cursor === 'last_updated_at' ? await readPage(documents, start) : undefined;
			return { rows: shown, moved: first?.documents, next: { point }, isLast: true };
		},
	};
};
