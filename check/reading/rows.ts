import type { Endpoint, Paging } from '../../src/contract';
import type { Body, Session } from './session';
import { listIn, read } from './session';
import type { Departure } from './shape';

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
	/** The answers, page by page. */
	readonly answers: readonly Body[];
}

/**
 * Reads a list by offset until a page holds no row, whatever the answers say of how it goes on; no
 * more than so many rows.
 */
export const readRows = async (
	session: Session,
	endpoint: Listing,
	body: Body,
	most = session.mostRows,
): Promise<RowsRead> => {
	const rows: Body[] = [];
	const answers: Body[] = [];
	while (rows.length < most) {
		const limit = Math.min(endpoint.page.maxLimit, most - rows.length);
		const answer = await read(session, endpoint, {
			body: { ...body, limit, offset: rows.length },
		});
		if (answer === undefined) return { rows, isWhole: false, answers };
		const page = rowsOf(endpoint, answer);
		if (page.length === 0) return { rows, isWhole: true, answers };
		answers.push(answer);
		rows.push(...page);
	}
	return { rows, isWhole: false, answers };
};

const mostRounds = 3;

const isSame = (one: RowsRead, other: RowsRead): boolean =>
	one.isWhole === other.isWhole && JSON.stringify(one.rows) === JSON.stringify(other.rows);

/**
 * Judges a list by several readings of it. What they tell of the places in `moving` is a difference
 * only where the list stayed as it was meanwhile; else the list is read, and judged, once more.
 */
export const judgeWhileStill = async (
	session: Session,
	readList: (session: Session) => Promise<RowsRead>,
	judge: (session: Session, found: RowsRead) => Promise<void>,
	moving: readonly string[],
): Promise<RowsRead> => {
	for (let round = 1; ; round += 1) {
		const added: Array<readonly [of: string, departure: Departure]> = [];
		const add = (of: string, departure: Departure): void => void added.push([of, departure]);
		const noting = { ...session, findings: { ...session.findings, add } };
		const found = await readList(noting);
		await judge(noting, found);
		const isMoving = ([, { place }]: (typeof added)[number]): boolean => moving.includes(place);
		const isStill = !added.some(isMoving) || isSame(found, await readList(noting));
		if (!isStill && round < mostRounds) continue;
		const sure = isStill ? added : added.filter((one) => !isMoving(one));
		for (const [of, departure] of sure) session.findings.add(of, departure);
		return found;
	}
};
