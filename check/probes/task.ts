import { getTask, listSignedDocuments, listTasks } from '../../src/contract';
import type { Body } from '../reading/body';
import { isBody } from '../reading/body';
import { timeOf } from '../reading/order';
import { idsOf, readRows } from '../reading/rows';
import type { Session } from '../reading/session';
import { contradict, judgeIdentity, judgeSuccess, refuse } from '../reading/session';
import { observeMalformedPath } from './taskChoices';
import { readTaskDocuments } from './taskDocuments';

const list = listTasks;
const mostTasks = 9;

/** Tasks to look at one by one: some of each status. */
const sampleOf = (rows: readonly Body[], most: number): number[] => {
	const groups = new Map<unknown, Body[]>();
	for (const row of rows) groups.set(row.status, [...(groups.get(row.status) ?? []), row]);
	const sample: Body[] = [];
	for (let round = 0; sample.length < most && round < rows.length; round += 1) {
		sample.push(...[...groups.values()].flatMap((group) => group.slice(round, round + 1)));
	}
	const ids = idsOf(list, sample.slice(0, most));
	return ids.filter((id): id is number => Number.isSafeInteger(id));
};

/** An id of which a service that counts with 32 bits can say that there is no such task. */
const missingTaskId = (rows: readonly Body[]): number => {
	const taken = new Set(idsOf(list, rows));
	let id = 2 ** 31 - 1;
	while (taken.has(id)) id -= 1;
	return id;
};

/** A task has one workflow and one time of creation, in whichever answer it is shown. */
const judgeSameTask = (session: Session, task: Body, row: Body | undefined): void => {
	const expected = 'the same as in POST /tasks/list';
	const effect = 'A workflow that compares tasks of the two answers takes one task for two.';
	for (const field of ['workflow_id', 'workflow_state_id']) {
		const [one, other] = [task[field], row?.[field]];
		if (typeof one !== 'string' || typeof other !== 'string' || one === other) continue;
		contradict(session, getTask, `task.${field}`, expected, 'another one', effect);
	}
	const [one, other] = [timeOf(task, 'created_at'), row && timeOf(row, 'created_at')];
	if (one === undefined || other === undefined || one === other) return;
	contradict(session, getTask, 'task.created_at', expected, 'another time', effect);
};

/** Which of the tasks that could not be read a list still shows: the others were removed. */
const judgeGone = async (session: Session, gone: readonly number[]): Promise<void> => {
	if (gone.length === 0) return;
	const { rows } = await readRows(session, list, { include_inactive: true });
	const listed = new Set(idsOf(list, rows));
	for (const id of gone.filter((one) => listed.has(one))) {
		const expected = '200 for a task that a list shows';
		const effect = `The nodes cannot read, decide or comment on task ${id}.`;
		contradict(session, getTask, 'the status', expected, '404', effect);
	}
};

const readSample = async (session: Session, rows: readonly Body[]): Promise<Body[]> => {
	const tasks: Body[] = [];
	const gone: number[] = [];
	for (const task_id of sampleOf(rows, mostTasks)) {
		const answer = await session.keyed.ask(getTask, { params: { task_id } });
		if (answer.status === 404) {
			gone.push(task_id);
			continue;
		}
		const task = judgeSuccess(session, getTask, answer)?.task;
		if (!isBody(task)) continue;
		judgeIdentity(session, getTask, 'task.task_id', task_id, task.task_id);
		judgeSameTask(
			session,
			task,
			rows.find((row) => row.task_id === task_id),
		);
		tasks.push({ ...task, task_id });
	}
	await judgeGone(session, gone);
	return tasks;
};

/** Single tasks, their documents, and a task that there is not (section 4). */
export const readTasks = async (session: Session, rows: readonly Body[]): Promise<Body[]> => {
	const tasks = await readSample(session, rows);
	const params = { task_id: missingTaskId(rows) };
	const missing = { status: 404, when: 'for a task that there is not' };
	await refuse(session, getTask, { params }, missing);
	await refuse(session, listSignedDocuments, { params }, missing);
	await observeMalformedPath(session);
	await readTaskDocuments(session, tasks);
	return tasks;
};
