import { listTasks, taskStatuses } from '../../src/contract';
import type { Body } from '../reading/body';
import { timeOf } from '../reading/order';
import { judgeWhileStill } from '../reading/rounds';
import type { RowsRead } from '../reading/rows';
import { idsOf, judgeRepeats, readPage, readRows, rowsOf } from '../reading/rows';
import type { Session } from '../reading/session';
import { disagree, read, refuse } from '../reading/session';
import { unchecked } from '../report/unchecked';
import type { IdsByStatus, Status } from './taskChoices';
import { observeActive, observeOrder, observeUnknownField, statusOf } from './taskChoices';

const endpoint = listTasks;
const defaultLimit = 50;
const timeFields = ['created_at', 'updated_at'] as const;

const totalOf = (answer: Body | undefined): number | undefined =>
	Number.isSafeInteger(answer?.total_count) ? Number(answer?.total_count) : undefined;

const disagreeTotal = (session: Session, came: string): void => {
	const expected = 'the number of all tasks that match, whatever limit and offset are';
	const effect = 'A workflow that pages by this number stops too early, or reads on for nothing.';
	disagree(session, endpoint, 'total_count', expected, came, effect);
};

/** Section 4: `total_count` is the number of all matches. */
const judgeTotal = (session: Session, answer: Body | undefined, count: number): void => {
	const total = totalOf(answer);
	if (total === undefined || total === count) return;
	disagreeTotal(session, total > count ? 'more than there are' : 'fewer than there are');
};

/** Section 4: `total_count` ignores the offset. True where it does. */
const judgeOffset = (
	session: Session,
	first: Body | undefined,
	answer: Body | undefined,
	offset: number,
): boolean => {
	const [whole, total] = [totalOf(first), totalOf(answer)];
	if (whole === undefined || total === undefined || total === whole) return true;
	const came = total === whole - offset ? 'a number that shrinks by the offset' : undefined;
	disagreeTotal(session, came ?? 'a number that changes with the offset');
	return false;
};

/** Of a list that is too long to be read: where it ends by its own word, and where it does. */
const judgeEnd = async (session: Session, first: Body | undefined): Promise<void> => {
	const total = totalOf(first);
	if (total === undefined || total < 1) return;
	const offset = total - 1;
	const { answer, page } = await readPage(session, endpoint, {
		include_inactive: true,
		offset,
		limit: 2,
	});
	if (!answer || !judgeOffset(session, first, answer, offset) || page.length === 1) return;
	judgeTotal(session, answer, page.length === 0 ? offset : total + 1);
};

/** What the numbers of a list that was read page by page say. */
const judgePages = async (session: Session, all: RowsRead): Promise<void> => {
	const [first] = all.answers;
	let offset = 0;
	for (const answer of [...all.answers, ...(all.end ? [all.end] : [])]) {
		// One is enough: those after it are no more than its repeats.
		if (!judgeOffset(session, first, answer, offset)) return;
		offset += rowsOf(endpoint, answer).length;
	}
	if (all.isWhole) judgeTotal(session, first ?? all.end, all.rows.length);
	// An offset that leads nowhere says nothing of the end.
	else if (!all.repeats) await judgeEnd(session, first);
};

const judgeDefaults = async (session: Session, active: RowsRead): Promise<void> => {
	const first = await read(session, endpoint, { body: {} });
	if (first === undefined) return;
	const given = rowsOf(endpoint, first).length;
	const expected = Math.min(defaultLimit, active.rows.length);
	if ((active.isWhole || active.rows.length >= defaultLimit) && given !== expected) {
		const words = `${expected} rows where no limit is asked for`;
		const effect = 'A workflow that sets no limit reads more or fewer tasks than it expects.';
		disagree(session, endpoint, 'tasks', words, String(given), effect);
	}
	if (active.isWhole) judgeTotal(session, first, active.rows.length);
};

/** Section 4: each of the nine statuses can be asked for, and brings tasks of that status only. */
const judgeStatuses = async (session: Session, all: RowsRead): Promise<IdsByStatus> => {
	const ids = new Map<Status, ReadonlySet<unknown>>();
	for (const status of taskStatuses) {
		const { answer, page } = await readPage(session, endpoint, { status, limit: 5 });
		ids.set(status, new Set(idsOf(endpoint, page)));
		const others = page.flatMap((row) => statusOf(row) ?? []);
		for (const other of others.filter((one) => one !== status)) {
			const expected = 'the status that was asked for';
			const effect = 'A workflow that asks for one status acts on tasks of another.';
			const came = `"${other}" for "${status}"`;
			disagree(session, endpoint, 'tasks[].status', expected, came, effect);
		}
		if (!answer || !all.isWhole) continue;
		// A status that the contract does not know hides which tasks are of this one.
		if (all.rows.some((row) => statusOf(row) === undefined)) continue;
		judgeTotal(session, answer, all.rows.filter((row) => row.status === status).length);
	}
	return ids;
};

/** Section 4: only tasks created, or updated, at or after a time. */
const judgeTimes = async (session: Session, { rows, isWhole }: RowsRead): Promise<void> => {
	for (const field of timeFields) {
		const known = rows.filter((row) => timeOf(row, field) !== undefined);
		const middle = known[Math.floor(known.length / 2)];
		const from = middle && timeOf(middle, field);
		if (middle === undefined || from === undefined) continue;
		const { answer, page } = await readPage(session, endpoint, {
			include_inactive: true,
			limit: 200,
			[`last_${field}`]: middle[field],
		});
		if (page.some((row) => (timeOf(row, field) ?? from) < from)) {
			const expected = `at or after last_${field}`;
			const effect = 'A workflow that reads what is new reads old tasks again.';
			disagree(session, endpoint, `tasks[].${field}`, expected, 'an earlier time', effect);
		}
		const wanted = known.filter((row) => (timeOf(row, field) ?? from) >= from);
		const isAll = isWhole && known.length === rows.length;
		if (isAll && answer) judgeTotal(session, answer, wanted.length);
	}
};

const judgeRefusals = async (session: Session): Promise<void> => {
	const loose = unchecked(endpoint);
	for (const [body, when] of [
		[{ limit: 201 }, 'for limit 201'],
		[{ limit: 0 }, 'for limit 0'],
		[{ offset: -1 }, 'for offset -1'],
		[{ status: 'no_such_status' }, 'for a status that there is not'],
	] as const) {
		await refuse(session, loose, { body }, { status: 422, when });
	}
};

/** What the rows, numbers and times of the list say; all tasks of it. */
const judgeList = async (session: Session): Promise<RowsRead> => {
	const all = await readRows(session, endpoint, { include_inactive: true });
	const active = await readRows(session, endpoint, {});
	for (const one of [all, active]) judgeRepeats(session, endpoint, one);
	await judgePages(session, all);
	await judgeDefaults(session, active);
	observeActive(session, all, active, await judgeStatuses(session, all));
	await judgeTimes(session, all);
	return all;
};

/** The task list: its pages and filters, and where the API text is open (section 4). */
export const readTaskList = async (session: Session): Promise<readonly Body[]> => {
	const { rows } = await judgeWhileStill(session, judgeList);
	session.read.tasks = rows.length;
	await judgeRefusals(session);
	observeOrder(session, 'taskOrder', rows);
	await observeUnknownField(session);
	return rows;
};
