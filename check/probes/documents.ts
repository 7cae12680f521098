import { searchDocuments } from '../../src/contract';
import type { Body } from '../reading/body';
import { judgeWhileStill } from '../reading/rounds';
import type { RowsRead } from '../reading/rows';
import { judgeRepeats, readPage, readRows, rowsOf } from '../reading/rows';
import type { Session } from '../reading/session';
import { disagree, read, refuse } from '../reading/session';
import { unchecked } from '../report/unchecked';
import { observeSearch } from './searchChoices';

const endpoint = searchDocuments;
const defaultLimit = 100;

/** What `has_next` says of a page, against whether there are rows behind it. */
const judgeHasNext = (session: Session, answer: Body | undefined, isMore: boolean): void => {
	if (typeof answer?.has_next !== 'boolean' || answer.has_next === isMore) return;
	const expected = isMore ? 'true where rows follow' : 'false where no row follows';
	const effect = isMore
		? 'A workflow that pages until it is false misses documents.'
		: 'A workflow that pages until it is false does not end.';
	disagree(session, endpoint, 'has_next', expected, String(answer.has_next), effect);
};

const judgeSize = (session: Session, expected: string, given: number): void => {
	const effect = 'A workflow reads more or fewer documents than it expects.';
	disagree(session, endpoint, 'documents', expected, String(given), effect);
};

const judgePages = async (session: Session, { rows, isWhole, answers, end }: RowsRead) => {
	const first = await read(session, endpoint, { body: {} });
	const given = rowsOf(endpoint, first).length;
	const expected = Math.min(defaultLimit, rows.length);
	if (first && (isWhole || rows.length >= defaultLimit) && given !== expected) {
		judgeSize(session, `${expected} rows where no limit is asked for`, given);
	}
	answers.forEach((answer, index) => {
		const isLast = index === answers.length - 1;
		if (isWhole || !isLast) judgeHasNext(session, answer, !isLast);
	});
	judgeHasNext(session, end, false);
	const limit = 2;
	const { answer, page } = await readPage(session, endpoint, { limit });
	if (answer && rows.length >= limit && page.length < limit) {
		judgeSize(session, 'as many rows as the limit', page.length);
	}
};

const judgeRefusals = async (session: Session): Promise<void> => {
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

const judgeSearch = async (session: Session): Promise<RowsRead> => {
	const found = await readRows(session, endpoint, {});
	judgeRepeats(session, endpoint, found);
	await judgePages(session, found);
	await observeSearch(session, found);
	return found;
};

/** The document search: its pages, its limits, and where the API text is open (section 4). */
export const readDocuments = async (session: Session): Promise<void> => {
	const { rows } = await judgeWhileStill(session, judgeSearch);
	session.read.documents = rows.length;
	await judgeRefusals(session);
};
