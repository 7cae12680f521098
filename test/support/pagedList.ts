import type { PagesOptions, Row } from '../../src';
import { pages } from '../../src/pages/pages';

/** A list with small pages, and what happens to it. */
export interface PagedList {
	/** What a response says of the rest: how many rows there are, or whether more follow. */
	readonly tells: 'total' | 'more';
	/** The IDs of its rows. */
	readonly ids: readonly number[];
	/** Maximum rows of a page; 3 if absent. */
	readonly maxLimit?: number;
	/** Changes the IDs before a response; responses count from 1. */
	readonly before?: (answer: number, ids: number[]) => unknown;
	/** What a response has instead of the page, or a failure in place of it. */
	readonly instead?: (answer: number) => object | Error | undefined;
}

/** The numbers from one up to another, without that. */
export const idsFrom = (from: number, to: number): number[] =>
	Array.from({ length: to - from }, (_, index) => from + index);

/** Reads a list from an offset: what was asked, as offsets and limits, and what came of it. */
export const readPaged = async (list: PagedList, options: PagesOptions = {}, offset = 0) => {
	const { tells, maxLimit = 3, before, instead } = list;
	const ids = [...list.ids];
	const lasting = new Set(ids);
	const asked: string[] = [];
	const inFlight = { now: 0, most: 0 };
	const fetch = async (body: Row) => {
		const answer = asked.push(`${String(body.offset)}+${String(body.limit)}`);
		inFlight.most = Math.max(inFlight.most, ++inFlight.now);
		await new Promise(setImmediate);
		inFlight.now--;
		before?.(answer, ids);
		for (const id of lasting) if (!ids.includes(id)) lasting.delete(id);
		const other = instead?.(answer);
		if (other instanceof Error) throw other;
		const end = Number(body.offset) + Number(body.limit);
		const rows = ids.slice(Number(body.offset), end).map((id) => ({ id }));
		return { rows, total: ids.length, more: end < ids.length, ...other };
	};
	const given: unknown[] = [];
	/** How many pages had been requested when each page was given. */
	const askedThen: number[] = [];
	let unsettled = 0;
	let failure: unknown;
	const onUnsettled = () => unsettled++;
	const paging = { rows: 'rows', id: 'id', maxLimit, [tells]: tells };
	try {
		for await (const rows of pages(fetch, paging, { offset }, { onUnsettled, ...options })) {
			given.push(...rows.map(({ id }) => id));
			askedThen.push(asked.length);
		}
	} catch (error) {
		failure = error;
	}
	const missing = [...lasting].slice(offset).filter((id) => !given.includes(id));
	return { asked, given, askedThen, missing, mostInFlight: inFlight.most, unsettled, failure };
};
