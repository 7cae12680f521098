import type { Client, ListedTask, Row } from '../../../src';
import { InvalidResponse, listTasks } from '../../../src';
import { rowDigest } from '../comparing/rowDigest';
import type { ReadOptions, Reading } from '../watch';
import { readPass } from './pass';
import { TooLongList, readTwice } from './secondReading';
import type { Body, TaskList, TimeField } from './taskList';
import { idsOf, mostFollowed, nextStart, sortedByTime, tasksIn } from './taskList';

/** A longer list is not read at once: a poll would take too long, and one failure would undo it. */
const mostAtOnce = 4_000;

/** How often the end of a long list is looked for, each time behind the last one. */
const mostNarrowings = 10;

/**
 * All tasks of a list, each as it was last seen. `isSettled` says whether one state of the whole list
 * was seen: then what comes or changes later does so after all of it. Of a list that is too long it
 * is the first page.
 */
const readAll = async ({ client, field, body }: TaskList) => {
	const found: ListedTask[] = [];
	let [isSettled, total, pages] = [true, 0, 0];
	const onUnsettled = () => {
		isSettled = false;
	};
	const onPage = (page: { readonly total?: number }) => {
		if (pages === 0) total = page.total ?? 0;
		// Fewer than at first: the answer lacks tasks, or some have gone. Which, the next poll shows.
		if ((page.total ?? 0) < total) isSettled = false;
		pages++;
	};
	const options = { versionOf: rowDigest, onUnsettled, onPage };
	for await (const rows of client.pages(listTasks, { body }, options)) {
		if (total > mostFollowed) throw new TooLongList(total, mostFollowed);
		found.push(...tasksIn(rows, field));
		if (total > mostAtOnce) break;
	}
	// A single page that ends the list holds all of it, or the answer contradicts itself.
	if (pages === 1 && total <= mostAtOnce && found.length < total) {
		throw new InvalidResponse({ kind: 'noProgress' });
	}
	return { found, isSettled, isLong: total > mostAtOnce, total, pages };
};

/**
 * The tasks of a list that was read to its end. The next reading begins later only where two
 * readings agree on what lies before: a single page is therefore read a second time. Longer lists
 * the reader has read twice.
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
 * The tasks that were created or updated at `from` or after it, oldest first; all of them if `from`
 * is empty. The order of the service's list is not shown and not relied on. The next reading begins
 * some tasks earlier than it had to: so a task that turns up late, or with a time of a clock that
 * was set back, is not missed.
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

/** Most tasks that are looked at when a watch begins. */
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

/** The tasks of a list when a watch begins; of a very long list only a part. */
export const presentTasks = async (client: Client, body: Body): Promise<readonly Row[]> =>
	await readTwice(async () => await tasksUpTo(mostPresent, client, body));

/** Some tasks, of one request, from which to see what tasks are like. */
export const firstTasks = async (client: Client): Promise<readonly ListedTask[]> =>
	await tasksUpTo(listTasks.page.maxLimit, client, { include_inactive: true });
