import { getTask, listTasks, listTasksByExternalSourceId, taskStatuses } from '../../src/contract';
import { orderWords } from '../choices/observations';
import { ordersOf, timeOf } from '../reading/order';
import type { RowsRead } from '../reading/rows';
import { idsOf, judgeWhileStill, readRows, rowsOf } from '../reading/rows';
import type { Body, Session } from '../reading/session';
import { contradict, listIn, read, refuse } from '../reading/session';
import { unchecked } from '../report/unchecked';

const endpoint = listTasks;
const defaultLimit = 50;
const times = { created: 'created_at', updated: 'updated_at' } as const;
type Status = (typeof taskStatuses)[number];

const statusOf = ({ status }: Body): Status | undefined =>
	taskStatuses.find((known) => known === status);

const totalOf = (answer: Body | undefined): number | undefined =>
	Number.isSafeInteger(answer?.total_count) ? Number(answer?.total_count) : undefined;

/** Section 4: `total_count` is the number of all matches. */
const judgeTotal = (session: Session, answer: Body | undefined, count: number): void => {
	const total = totalOf(answer);
	if (total === undefined || total === count) return;
	const expected = 'the number of all tasks that match';
	const came = total > count ? 'more than there are' : 'fewer than there are';
	contradict(session, endpoint, 'total_count', expected, came);
};

/** Of a list that is too long to be read: where it ends by its own word, and where it does. */
const judgeEnd = async (session: Session, answer: Body | undefined): Promise<void> => {
	const total = totalOf(answer);
	if (total === undefined || total < 1) return;
	const body = { include_inactive: true, offset: total - 1, limit: 2 };
	const end = await read(session, endpoint, { body });
	if (end && rowsOf(endpoint, end).length !== 1 && totalOf(end) === total) {
		const count = rowsOf(endpoint, end).length === 0 ? total - 1 : total + 1;
		judgeTotal(session, end, count);
	}
};

const judgeDefaults = async (session: Session, active: RowsRead): Promise<void> => {
	const first = await read(session, endpoint, { body: {} });
	if (first === undefined) return;
	const given = rowsOf(endpoint, first).length;
	const expected = Math.min(defaultLimit, active.rows.length);
	if ((active.isWhole || active.rows.length >= defaultLimit) && given !== expected) {
		const words = `${expected} rows where no limit is asked for`;
		contradict(session, endpoint, 'tasks', words, String(given));
	}
	if (active.isWhole) judgeTotal(session, first, active.rows.length);
};

/** Section 4: each of the nine statuses can be asked for, and brings tasks of that status only. */
const judgeStatuses = async (session: Session, all: RowsRead): Promise<void> => {
	for (const status of taskStatuses) {
		const answer = await read(session, endpoint, { body: { status, limit: 5 } });
		const others = rowsOf(endpoint, answer).flatMap((row) => statusOf(row) ?? []);
		for (const other of others.filter((one) => one !== status)) {
			const expected = 'the status that was asked for';
			contradict(session, endpoint, 'tasks[].status', expected, `"${other}" for "${status}"`);
		}
		if (!answer || !all.isWhole) continue;
		// A status that the contract does not know hides which tasks are of this one.
		if (all.rows.some((row) => statusOf(row) === undefined)) continue;
		judgeTotal(session, answer, all.rows.filter((row) => row.status === status).length);
	}
};

/** Section 4: only tasks created, or updated, at or after a time. */
const judgeTimes = async (session: Session, { rows, isWhole }: RowsRead): Promise<void> => {
	for (const field of Object.values(times)) {
		const known = rows.filter((row) => timeOf(row, field) !== undefined);
		const middle = known[Math.floor(known.length / 2)];
		const from = middle && timeOf(middle, field);
		if (middle === undefined || from === undefined) continue;
		const answer = await read(session, endpoint, {
			body: { include_inactive: true, limit: 200, [`last_${field}`]: middle[field] },
		});
		const came = rowsOf(endpoint, answer);
		if (came.some((row) => (timeOf(row, field) ?? from) < from)) {
			const expected = `at or after last_${field}`;
			contradict(session, endpoint, `tasks[].${field}`, expected, 'an earlier time');
		}
		const wanted = known.filter((row) => (timeOf(row, field) ?? from) >= from);
		const isAll = isWhole && known.length === rows.length;
		if (isAll && answer) judgeTotal(session, answer, wanted.length);
	}
};

const observeOrder = (
	{ observations }: Session,
	name: 'taskOrder' | 'sourceTaskOrder',
	rows: readonly Body[],
): void => {
	const orders = ordersOf(rows, times);
	const [order] = orders;
	if (rows.length < 2) observations.miss(name, `it takes two tasks, and there are ${rows.length}`);
	else if (order === undefined) observations.seeOther(name, 'neither by creation nor by update');
	else if (orders.length === 1) observations.see(name, order);
	else {
		const alike = orders.map(orderWords).join(', or ');
		observations.miss(name, `the ${rows.length} tasks that came fit ${alike} alike`);
	}
};

const observeActive = ({ observations }: Session, all: RowsRead, active: RowsRead): void => {
	const inActive = new Set(active.rows.map(statusOf));
	const statuses = taskStatuses.filter((status) =>
		all.rows.some((row) => statusOf(row) === status),
	);
	const sure = active.isWhole ? statuses : statuses.filter((status) => inActive.has(status));
	if (sure.length === 0) observations.miss('activeStatuses', 'there are no tasks');
	else {
		const seen = sure.map((status) => [status, inActive.has(status)]);
		observations.see('activeStatuses', Object.fromEntries(seen) as Record<Status, boolean>);
	}
};

/** A name that no service has for a field. */
const strangeField = 'unknown_field_of_a_check';

const observeUnknownField = async ({ keyed, observations }: Session): Promise<void> => {
	const body = { limit: 1, [strangeField]: true };
	const { status } = await keyed.ask(unchecked(endpoint), { body });
	if (status === 422) observations.see('unknownFields', 'refused');
	else if (status === 200) observations.see('unknownFields', 'ignored');
	else observations.seeOther('unknownFields', `is answered with ${status}`);
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

/** What the numbers and times of a list say, against its rows. */
const judgeCounts = async (session: Session, all: RowsRead, active: RowsRead): Promise<void> => {
	if (all.isWhole) judgeTotal(session, all.answers[0], all.rows.length);
	else await judgeEnd(session, all.answers[0]);
	await judgeDefaults(session, active);
	await judgeStatuses(session, all);
	await judgeTimes(session, all);
};

/** The task list: its pages and filters, and where the API text is open (section 4). */
export const readTaskList = async (session: Session): Promise<readonly Body[]> => {
	let active: RowsRead = { rows: [], isWhole: false, answers: [] };
	const all = await judgeWhileStill(
		session,
		async (noting) => await readRows(noting, endpoint, { include_inactive: true }),
		async (noting, found) => {
			active = await readRows(noting, endpoint, {});
			await judgeCounts(noting, found, active);
		},
		['total_count', 'tasks'],
	);
	session.read.tasks = all.rows.length;
	await judgeRefusals(session);
	observeOrder(session, 'taskOrder', all.rows);
	observeActive(session, all, active);
	await observeUnknownField(session);
	return all.rows;
};

/** The tasks of an external source id, which only the user can name (section 4). */
export const readSourceTasks = async (session: Session): Promise<void> => {
	const { externalSourceId, observations } = session;
	const bySource = listTasksByExternalSourceId;
	const loose = unchecked(bySource);
	const missing = { status: 422, when: 'without external_source_id' };
	await refuse(session, loose, {}, missing);
	const empty = { status: 422, when: 'for an empty external_source_id' };
	await refuse(session, loose, { query: { external_source_id: '' } }, empty);
	const none = await read(session, bySource, { query: { external_source_id: strangeField } });
	const strangers = listIn(none, 'tasks').length;
	if (strangers > 0) {
		const expected = 'no task for an id that none has';
		contradict(session, bySource, 'tasks', expected, `${strangers}`);
	}
	if (externalSourceId === null) {
		observations.miss('sourceTaskOrder', 'no --external-source-id was given');
		return;
	}
	const query = { external_source_id: externalSourceId };
	const answer = await read(session, bySource, { query });
	observeOrder(session, 'sourceTaskOrder', listIn(answer, 'tasks'));
};

/** Tasks to look at one by one: some of each status. */
export const sampleOf = (rows: readonly Body[], most: number): number[] => {
	const groups = new Map<unknown, Body[]>();
	for (const row of rows) groups.set(row.status, [...(groups.get(row.status) ?? []), row]);
	const sample: Body[] = [];
	for (let round = 0; sample.length < most && round < rows.length; round += 1) {
		sample.push(...[...groups.values()].flatMap((group) => group.slice(round, round + 1)));
	}
	const ids = idsOf(endpoint, sample.slice(0, most));
	return ids.filter((id): id is number => Number.isSafeInteger(id));
};

/** An id of which a service that counts with 32 bits can say that there is no such task. */
export const missingTaskId = (rows: readonly Body[]): number => {
	const taken = new Set(idsOf(endpoint, rows));
	let id = 2 ** 31 - 1;
	while (taken.has(id)) id -= 1;
	return id;
};

/** What a path value of the wrong form is answered with. */
export const observeMalformedPath = async ({ keyed, observations }: Session): Promise<void> => {
	const { status } = await keyed.ask(unchecked(getTask), { params: { task_id: 'no-number' } });
	if (status === 404 || status === 422) observations.see('malformedPath', status);
	else observations.seeOther('malformedPath', String(status));
};
