import { searchDocuments } from '../../src/contract';
import type { ListOrder } from '../choices/choices';
import { orderWords } from '../choices/observations';
import { ordersOf } from '../reading/order';
import type { RowsRead } from '../reading/rows';
import { idsOf } from '../reading/rows';
import type { Session } from '../reading/session';
import type { CursorsSeen, Time } from './searchCursors';
import { observeCursors, observePlainCursor, sameIds } from './searchCursors';

const endpoint = searchDocuments;

/** The directions that the cursors of a walk show, for an order by a time that rows do not. */
const directionOf = (cursors: readonly string[]): boolean | undefined => {
	const times = cursors.map((cursor) => Date.parse(cursor));
	const [first, last] = [times[0] ?? NaN, times.at(-1) ?? NaN];
	return first === last || Number.isNaN(last - first) ? undefined : first > last;
};

const fewestRows = 3;

/** The orders that nothing speaks against. */
const possibleOrders = (
	{ rows }: RowsRead,
	byTime: Partial<Record<Time, readonly unknown[]>>,
	{ only, cursors }: CursorsSeen,
): { readonly orders: ListOrder[]; readonly isUpdateKnown: boolean } => {
	const ids = idsOf(endpoint, rows);
	const fields = { created: 'document_created_at', updated: null };
	const isAlike = ({ updated }: typeof byTime): boolean =>
		updated !== undefined &&
		updated.length === Math.min(ids.length, endpoint.page.maxLimit) &&
		sameIds(updated, ids.slice(0, updated.length));
	const created = only === 'updated' ? [] : ordersOf(rows, fields);
	const isUpdateKnown = byTime.updated !== undefined || only !== undefined;
	const isUpdated = byTime.updated === undefined ? only === 'updated' : isAlike(byTime);
	if (!isUpdated || only === 'created') return { orders: created, isUpdateKnown };
	const isDescending = directionOf(cursors);
	const updated: ListOrder[] =
		isDescending === undefined
			? ['updated', 'updated-desc']
			: [isDescending ? 'updated-desc' : 'updated'];
	return { orders: [...created, ...updated], isUpdateKnown };
};

const observeOrder = (
	{ observations, doubt }: Session,
	found: RowsRead,
	possible: ReturnType<typeof possibleOrders>,
): void => {
	const { orders, isUpdateKnown } = possible;
	const [order] = orders;
	if (found.rows.length < fewestRows) {
		const needed = `it takes ${fewestRows} documents, and there are ${found.rows.length}`;
		observations.miss('searchOrder', needed);
	} else if (orders.length > 1) {
		const alike = orders.map(orderWords).join(', or ');
		observations.miss('searchOrder', `the documents that came fit ${alike} alike`);
	} else if (!isUpdateKnown) {
		const fits = order === undefined ? 'no order by creation' : orderWords(order);
		observations.miss('searchOrder', `they fit ${fits}, and no answer shows times of update`);
	} else if (order === undefined) {
		doubt('searchOrder');
		observations.seeOther('searchOrder', 'neither by creation nor by update');
	} else observations.see('searchOrder', order);
};

/** What the service does where the API text leaves the search open. */
export const observeSearch = async (session: Session, found: RowsRead): Promise<void> => {
	const cursors = await observeCursors(session, found);
	const { maxLimit } = endpoint.page;
	const byTime = await observePlainCursor(session, Math.min(found.rows.length || 1, maxLimit));
	observeOrder(session, found, possibleOrders(found, byTime, cursors));
};
