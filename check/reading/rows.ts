import type { Endpoint, Paging } from '../../src/contract';
import type { Body } from './body';
import { listIn } from './body';
import type { Session } from './session';
import { contradict, disagree, read } from './session';

export type Listing = Endpoint & { readonly page: Paging };

/** The rows of a page; none where its list is no list. */
export const rowsOf = ({ page }: Listing, answer: Body | undefined): readonly Body[] =>
	listIn(answer, page.rows);

export const idsOf = ({ page }: Listing, rows: readonly Body[]): readonly unknown[] =>
	rows.map((row) => row[page.id]);

/** What was read of a list. */
export interface RowsRead {
	readonly rows: readonly Body[];
	/** Whether all of its rows were read. */
	readonly isWhole: boolean;
	/** The answers, page by page, as far as they hold rows. */
	readonly answers: readonly Body[];
	/** The answer behind the last row, which holds none. */
	readonly end?: Body;
	/** Whether a page showed a row that an earlier page had shown; `rows` has it once. */
	readonly repeats: boolean;
}

const judgeSize = (session: Session, endpoint: Listing, size: number, limit: number): void => {
	if (size <= limit) return;
	const effect = 'A workflow that asks for a few rows gets more of them.';
	const came = `${size} for limit ${limit}`;
	contradict(
		session,
		endpoint,
		endpoint.page.rows,
		'as many rows as the limit at most',
		came,
		effect,
	);
};

/** Reads a page of a list; its rows, none where there is no such page. */
export const readPage = async (
	session: Session,
	endpoint: Listing,
	body: Body & { readonly limit: number },
): Promise<{ readonly answer: Body | undefined; readonly page: readonly Body[] }> => {
	const answer = await read(session, endpoint, { body });
	const page = rowsOf(endpoint, answer);
	judgeSize(session, endpoint, page.length, body.limit);
	return { answer, page };
};

/** A list that grows with each request has no last page. */
const mostPages = 12;

/**
 * Reads a list by offset until a page holds no row, or none that is new, whatever the answers say of
 * how it goes on; no more than so many rows.
 */
export const readRows = async (
	session: Session,
	endpoint: Listing,
	body: Body,
	most = session.mostRows,
): Promise<RowsRead> => {
	const rows = new Map<unknown, Body>();
	const answers: Body[] = [];
	let offset = 0;
	const readSoFar = (more: Partial<RowsRead> = {}): RowsRead => ({
		rows: [...rows.values()],
		isWhole: false,
		answers,
		repeats: rows.size < offset,
		...more,
	});
	while (offset < most && answers.length < mostPages) {
		const limit = Math.min(endpoint.page.maxLimit, most - offset);
		const { answer, page } = await readPage(session, endpoint, { ...body, limit, offset });
		if (answer === undefined) return readSoFar();
		if (page.length === 0) return readSoFar({ isWhole: true, end: answer });
		const known = rows.size;
		for (const row of page) {
			const id = row[endpoint.page.id] ?? row;
			if (!rows.has(id)) rows.set(id, row);
		}
		offset += page.length;
		if (rows.size === known) return readSoFar();
		answers.push(answer);
	}
	return readSoFar();
};

/** Paging shows each row once. */
export const judgeRepeats = (session: Session, endpoint: Listing, { repeats }: RowsRead): void => {
	if (!repeats) return;
	const effect = 'A workflow that reads the whole list acts on some rows twice.';
	disagree(
		session,
		endpoint,
		endpoint.page.rows,
		'each row on one page only, by offset',
		'rows of an earlier page again',
		effect,
	);
};
