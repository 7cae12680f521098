import type { Client, ListedTask, Row } from '../../../src';
import { InvalidResponse, listTasks } from '../../../src';
import type { ReadOptions, Reading } from '../watch';
import { readPass } from './pass';
import { TooLongList, readTwice } from './secondReading';
import type { Body, TaskList, TimeField } from './taskList';
import { idsOf, mostFollowed, nextStart, sortedByTime, tasksIn } from './taskList';

/** A longer list is read in parts: one poll would take too long, and one failure would lose it. */
const mostAtOnce = 4_000;

/** How often to search for the end of a long list, each time after the previous result. */
const mostNarrowings = 10;

/**
 * All tasks of a list, each as last seen. `isSettled` says whether one consistent state of the
 * whole list was seen. Everything that is created or changed later then has a later time. For a
 * list that is too long, this is the first page.
 */
const readAll = async ({ client, field, body }: TaskList) => {
	const found: ListedTask[] = [];
	let [isSettled, total, pages] = [true, 0, 0];
	const onUnsettled = () => {
		isSettled = false;
	};
	const onTotal = (count: number) => {
		if (pages === 0) total = count;
		// Fewer than at first: the response lacks tasks, or some were removed. The next poll shows
		// which.
		if (count < total) isSettled = false;
		pages++;
	};
	const options = { onUnsettled, onTotal };
	for await (const rows of client.pages(listTasks, { body }, options)) {
		if (total > mostFollowed) throw new TooLongList(total, mostFollowed);
		found.push(...tasksIn(rows, field));
		if (total > mostAtOnce) break;
	}
	// A single page that ends the list contains all of it, or the response contradicts itself.
	if (pages === 1 && total <= mostAtOnce && found.length < total) {
		throw new InvalidResponse({ kind: 'noProgress' });
	}
	return { found, isSettled, isLong: total > mostAtOnce, total, pages };
};

/**
 * The tasks of a list that was read to its end. The next reading starts later only if two readings
 * agree on the tasks before that point, so a single page is read a second time. The list reader has
 * already read longer lists twice.
 */
const settled = async (
	list: TaskList,
	{ found, isSettled, pages }: Awaited<ReturnType<typeof readAll>>,
): Promise<Reading> => {
	const { field, from } = list;
	const stay = (rows: readonly ListedTask[]): Reading => ({
		rows,
		next: from,
		passed: [],
		again: rows.length,
		isPart: false,
	});
	const sorted = sortedByTime(found, field);
	const next = nextStart(sorted, field, from);
	if (!isSettled || next === from) return stay(sorted);
	const second = pages > 1 ? undefined : await readTwice(async () => await readAll(list));
	const tasks = sortedByTime([...found, ...(second?.found ?? [])], field);
	if (second && (second.isLong || !second.isSettled)) return stay(tasks);
	const known = new Set(idsOf(found));
	const passed = idsOf(tasks.filter((task) => Date.parse(task[field]) < Date.parse(next)));
	if (!passed.every((id) => known.has(id))) return stay(tasks);
	return { rows: tasks, next, passed, again: tasks.length - passed.length, isPart: false };
};

/**
 * The tasks created or updated at `from` or later, oldest first; all tasks if `from` is empty. The
 * API text does not show the order of the list, so the node does not rely on it. The next reading
 * starts some tasks earlier than necessary, so that a task that appears late, or with a time of a
 * clock that was set back, is not missed.
 * @throws {InvalidResponse | TooLongList} when the list contradicts itself in two readings.
 */
export const readTasks = async (
	client: Client,
	field: TimeField,
	from: string,
	body: Body,
	options: ReadOptions,
): Promise<Reading> => {
	const listFrom = (start: string): TaskList => ({
		client,
		field,
		from: start,
		body: { ...body, ...(start !== '' && { [`last_${field}`]: start }) },
	});
	let list = listFrom(from);
	if (options.pass) return await readPass(list, options, options.pass);
	for (let count = 0; ; count++) {
		const read = await readTwice(async () => await readAll(list));
		if (!read.isLong) return await settled(list, read);
		const reading = await readPass(list, options, read);
		const { pass } = reading;
		const isEnd = pass === undefined || pass.mark === list.from || count === mostNarrowings;
		if (!options.onlyEnd || isEnd) return reading;
		list = listFrom(pass.mark);
	}
};

/** Maximum tasks that are read when a watch starts. */
const mostPresent = 2_000;

const tasksUpTo = async (
	limit: number,
	client: Client,
	body: Body,
): Promise<readonly ListedTask[]> => {
	const tasks: ListedTask[] = [];
	for await (const rows of client.pages(listTasks, { body }, { limit })) {
		tasks.push(...tasksIn(rows, 'updated_at'));
	}
	return tasks;
};

/** The tasks of a list when a watch starts. Only a part of a very long list. */
export const presentTasks = async (client: Client, body: Body): Promise<readonly Row[]> =>
	await readTwice(async () => await tasksUpTo(mostPresent, client, body));

/** Tasks from one request, as a sample. */
export const firstTasks = async (client: Client): Promise<readonly ListedTask[]> =>
	await tasksUpTo(listTasks.page.maxLimit, client, { include_inactive: true });
