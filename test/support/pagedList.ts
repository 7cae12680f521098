import type { PageRead, PagesOptions, Row } from '../../src';
import { pages } from '../../src/paging/pages';

/** A list with small pages, and what happens to it. */
export interface PagedList {
	/** What an answer says of the rest: how many rows there are, or whether more follow. */
	readonly tells: 'total' | 'more';
	readonly rows: Row[];
	readonly maxLimit: number;
	/** How many rows an answer has at most, by the number of the answer, from 1. */
	readonly size?: (answer: number) => number;
	/** Changes the rows before an answer. */
	readonly before?: (answer: number, rows: Row[]) => unknown;
	/** What an answer has instead of the page, or a failure in place of it. */
	readonly instead?: (answer: number) => object | Error | undefined;
	/** Whether an answer comes after all others that are under way. */
	readonly isSlow?: (answer: number) => boolean;
}

/** Rows with the ids from one number up to another, without that. */
export const rowsFrom = (from: number, to: number): Row[] =>
	Array.from({ length: to - from }, (_, index) => ({ id: from + index }));

/** Reads a list from an offset, and says what was asked, as offsets and limits, and what came. */
export const readPaged = async (list: PagedList, options: PagesOptions = {}, offset = 0) => {
	const { tells, maxLimit, size = () => maxLimit, before, instead, isSlow } = list;
	const rows = [...list.rows];
	const asked: string[] = [];
	let answered = 0;
	const fetch = async (body: Row) => {
		const answer = asked.push(`${String(body.offset)}+${String(body.limit)}`);
		await (isSlow?.(answer) ? new Promise(setImmediate) : Promise.resolve());
		before?.(answer, rows);
		const other = instead?.(answer);
		if (other instanceof Error) throw other;
		answered++;
		const end = Number(body.offset) + Math.min(Number(body.limit), size(answer));
		const rest = tells === 'total' ? { total: rows.length } : { more: end < rows.length };
		return { rows: rows.slice(Number(body.offset), end), ...rest, ...other };
	};
	const page = { rows: 'rows', id: 'id', maxLimit, [tells]: tells };
	const given: unknown[] = [];
	/** How many pages had been asked for, and answered, when each page was given. */
	const [askedThen, answeredThen]: [number[], number[]] = [[], []];
	const read: PageRead[] = [];
	let unsettled = 0;
	let failure: unknown;
	const told = {
		onUnsettled: () => unsettled++,
		onPage: (one: PageRead) => read.push(one),
		...options,
	};
	try {
		for await (const some of pages(fetch, page, { offset }, told)) {
			given.push(...some.map(({ id }) => id));
			askedThen.push(asked.length);
			answeredThen.push(answered);
		}
	} catch (error) {
		failure = error;
	}
	return { asked, given, askedThen, answeredThen, read, unsettled, failure };
};
