import { timestamp } from '../../src/contract';
import type { ListOrder } from '../choices/choices';
import { listOrders } from '../choices/choices';
import type { Body } from './body';

/** Which field of a row holds each of the times that a list can be sorted by. */
export type TimeFields = Readonly<{ created: string; updated: string | null }>;

export const timeOf = (row: Body, field: string): number | undefined => {
	const text = row[field];
	return timestamp.safeParse(text).success ? Date.parse(String(text)) : undefined;
};

const isSorted = (times: readonly number[], isDescending: boolean): boolean =>
	times.every((time, index) => {
		const before = times[index - 1] ?? time;
		return isDescending ? before >= time : before <= time;
	});

/** The orders in which the rows may be by the times that they show. */
export const ordersOf = (rows: readonly Body[], fields: TimeFields): ListOrder[] =>
	listOrders.filter((order) => {
		const field = order.startsWith('created') ? fields.created : fields.updated;
		if (field === null) return false;
		return isSorted(
			rows.flatMap((row) => timeOf(row, field) ?? []),
			order.endsWith('-desc'),
		);
	});
