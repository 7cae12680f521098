import type { Row } from '../../src';
import { listTasks } from '../../src';
import type { List, Listed, Source } from './watch';
import { UnreadableList, listedRows, mostRows, pageSize, start } from './watch';

/** The times of a task that a list can start at (section 4, Tasks). */
type TimeField = 'created_at' | 'updated_at';

/** How far the point stays behind the newest task: clocks differ, and a task may appear late. */
const behindMs = 5 * 60_000;
const behindRows = 20;

/** A first poll reads at most so many tasks, if it finds the newest ones in a longer list. */
const mostAtFirst = 2_000;
/** How often it reads; the first half of the readings look for the newest tasks. */
const mostTries = 20;

const tooMany = (total: number) =>
	new UnreadableList(
		`${total} tasks were added or changed, but one poll reads at most ${mostRows}`,
		'A copy of this node starts afresh; what came before is not reported. Switch off "Start With Existing Items" in it.',
	);

type ListedTask = Listed<number>;

const inOrder = (tasks: Iterable<ListedTask>): readonly ListedTask[] =>
	[...tasks].sort((one, other) => one.time - other.time || one.id - other.id);

/** A list of tasks, and the time that it starts at. */
type TaskSource = Source & { readonly field: TimeField };

/** @throws {UnreadableList} when a page has fewer tasks than the list has there. */
const readPage = async ({ client, field }: TaskSource, point: string, offset: number) => {
	const since = point !== start && { [`last_${field}`]: point };
	const body = { include_inactive: true, ...since, limit: pageSize, offset };
	const { tasks, total_count: total } = await client.call(listTasks, { body });
	if (!Number.isSafeInteger(total)) {
		throw new UnreadableList('The service did not report how many tasks there are');
	}
	if (tasks.length < pageSize && offset + tasks.length < total) {
		throw new UnreadableList('The service returned fewer tasks than it reported');
	}
	return { tasks, total };
};

/**
 * Reads the tasks from a point on. Of more than `most`, it reads three pages. The list is whole if
 * one consistent state of it was read.
 */
const readFrom = async (source: TaskSource, point: string, most: number) => {
	const { field, warn } = source;
	const found = new Map<number, ListedTask>();
	const totals = new Set<number>();
	let leftOut = 0;
	const take = async (offset: number): Promise<number> => {
		const { tasks, total } = await readPage(source, point, offset);
		const read = (task: Row) => ({ id: task.task_id, time: Date.parse(String(task[field])) });
		const listed = listedRows(tasks, read, warn);
		for (const task of listed) found.set(task.id, task);
		leftOut += tasks.length - listed.length;
		totals.add(total);
		return total;
	};
	const total = await take(0);
	if (total > mostRows && most === mostRows) throw tooMany(total);
	if (total > most) {
		await take(Math.floor(total / 2));
		await take(total - pageSize);
		return { tasks: inOrder(found.values()), isWhole: false };
	}
	let end = total;
	for (let offset = pageSize; offset < Math.min(end, mostRows); offset += pageSize) {
		end = await take(offset);
	}
	const isWhole = totals.size === 1 && found.size + leftOut === total;
	return { tasks: inOrder(found.values()), isWhole };
};

const pointAfter = ({ field }: TaskSource, tasks: readonly ListedTask[], point: string) => {
	const newest = tasks.at(-1)?.time ?? 0;
	const next = tasks.slice(0, 1 - behindRows).findLast(({ time }) => time <= newest - behindMs);
	const isLater = next && (point === start || next.time > Date.parse(point));
	return isLater ? String(next.row[field]) : point;
};

/**
 * The tasks that are created or updated at a point or later. The API text does not show the order
 * of the list, so nothing relies on one: the point comes from the times of the tasks themselves.
 */
export const taskList = ({ client, warn }: Source, field: TimeField): List => {
	const source = { client, warn, field };
	return {
		keeps: 0,
		async read(point) {
			const { tasks, isWhole } = await readFrom(source, point, mostRows);
			// Tasks that move while the pages are read can hide others, so the point stays.
			return { rows: tasks, next: isWhole ? pointAfter(source, tasks, point) : point };
		},
		async first() {
			const met = new Map<number, ListedTask>();
			let [point, most] = [start, mostAtFirst];
			for (let tries = 0; tries < mostTries; tries++) {
				const { tasks, isWhole } = await readFrom(source, point, most);
				for (const task of tasks) met.set(task.id, task);
				const next = pointAfter(source, tasks, point);
				if (isWhole) return { rows: inOrder(met.values()), next };
				// No newer ones are found: the list is read as it is, however long.
				if (next === point || tries >= mostTries / 2) most = mostRows;
				point = next;
			}
			throw new UnreadableList('The list of tasks changed each time it was read');
		},
	};
};
