import { searchDocuments } from '../../src/contract';
import type { RowsRead } from '../reading/rows';
import { idsOf, judgeWhileStill, readRows, rowsOf } from '../reading/rows';
import type { Body, Session } from '../reading/session';
import { contradict, read, refuse } from '../reading/session';
import { unchecked } from '../report/unchecked';
import { observeSearch } from './searchChoices';

const endpoint = searchDocuments;
const defaultLimit = 100;
/** Behind every store that is read in its whole. */
const farOffset = 1_000_000;

/** What `has_next` says of a page, against whether there are rows behind it. */
const judgeHasNext = (session: Session, answer: Body | undefined, isMore: boolean): void => {
	if (typeof answer?.has_next !== 'boolean' || answer.has_next === isMore) return;
	const expected = isMore ? 'true where rows follow' : 'false where no row follows';
	contradict(session, endpoint, 'has_next', expected, String(answer.has_next));
};

const judgePages = async (session: Session, { rows, isWhole, answers }: RowsRead) => {
	const first = await read(session, endpoint, { body: {} });
	const given = rowsOf(endpoint, first).length;
	const expected = Math.min(defaultLimit, rows.length);
	if (first && (isWhole || rows.length >= defaultLimit) && given !== expected) {
		const words = `${expected} rows where no limit is asked for`;
		contradict(session, endpoint, 'documents', words, String(given));
	}
	answers.forEach((answer, index) => {
		const isLast = index === answers.length - 1;
		if (isWhole || !isLast) judgeHasNext(session, answer, !isLast);
	});
	if (!isWhole) return;
	const far = await read(session, endpoint, { body: { limit: 1, offset: farOffset } });
	if (far && rowsOf(endpoint, far).length === 0) judgeHasNext(session, far, false);
};

const judgeLimits = async (session: Session, rows: readonly Body[]): Promise<void> => {
	const limit = 2;
	const page = await read(session, endpoint, { body: { limit } });
	const given = idsOf(endpoint, rowsOf(endpoint, page)).length;
	if (page && rows.length >= limit && given !== limit) {
		contradict(session, endpoint, 'documents', 'as many rows as the limit', String(given));
	}
	const loose = unchecked(endpoint);
	const now = '2026-01-01T00:00:00Z';
	await refuse(session, loose, { body: { limit: 201 } }, { status: 422, when: 'for limit 201' });
	await refuse(
		session,
		loose,
		{ body: { last_created_at: now, last_updated_at: now } },
		{ status: 422, when: 'for two cursors' },
	);
	await refuse(
		session,
		loose,
		{ body: { last_created_at: now, offset: 0 } },
		{ status: 422, when: 'for a cursor with an offset' },
	);
};

/** The document search: its pages, its limits, and where the API text is open (section 4). */
export const readDocuments = async (session: Session): Promise<void> => {
	const found = await judgeWhileStill(
		session,
		async (noting) => await readRows(noting, endpoint, {}),
		async (noting, read) => {
			await judgePages(noting, read);
			await judgeLimits(noting, read.rows);
		},
		['documents', 'has_next'],
	);
	session.read.documents = found.rows.length;
	await observeSearch(session, found);
};
