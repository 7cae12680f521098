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
	/** Whether a page showed a row that an earlier page had shown. */
	readonly repeats: boolean;
}

/** Nothing of a list. */
export const nothingRead: RowsRead = { rows: [], isWhole: false, answers: [], repeats: false };

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
	const rows: Body[] = [];
	const answers: Body[] = [];
	const known = new Set<unknown>();
	let repeats = false;
	while (rows.length < most) {
		const limit = Math.min(endpoint.page.maxLimit, most - rows.length);
		const offset = rows.length;
		const { answer, page } = await readPage(session, endpoint, { ...body, limit, offset });
		if (answer === undefined) return { rows, isWhole: false, answers, repeats };
		if (page.length === 0) return { rows, isWhole: true, answers, repeats, end: answer };
		const ids = idsOf(endpoint, page);
		repeats ||= ids.some((id) => known.has(id));
		if (ids.every((id) => known.has(id))) return { rows, isWhole: false, answers, repeats };
		for (const id of ids) known.add(id);
		answers.push(answer);
		rows.push(...page);
	}
	return { rows, isWhole: false, answers, repeats };
};

/** Whether paging shows each row once; where it does not, no number of rows can be judged. */
export const judgeRepeats = (session: Session, endpoint: Listing, read: RowsRead): boolean => {
	if (!read.repeats) return false;
	const effect = 'A workflow that reads the whole list acts on some rows twice.';
	disagree(
		session,
		endpoint,
		endpoint.page.rows,
		'each row on one page only, by offset',
		'rows of an earlier page again',
		effect,
	);
	return true;
};
