import type { Client, InputOf, ListedTask, Row } from '../../../src';
import { listTasks } from '../../../src';
import { checkPolledRows } from './secondReading';

export type Body = InputOf<typeof listTasks>['body'];

/** The two times of a task that a list can begin at (section 4, Tasks). */
export type TimeField = 'created_at' | 'updated_at';

/** A list of tasks from a point on, that point included. */
export interface TaskList {
	readonly client: Client;
	readonly field: TimeField;
	readonly from: string;
	/** What is asked for, the point included. */
	readonly body: Body;
}

/** From how many rows on the beginning moves up, and to how many it moves. */
const mostAgain = 40;
const fewestAgain = 20;

/** The most tasks that polls follow, one after the other: more are no list, or too many to remember. */
export const mostFollowed = 200_000;

/** A time takes 30 characters or so; JavaScript reads one in a text of any length. */
const longestTime = 100;

const isTime = (value: unknown) =>
	typeof value === 'string' && value.length <= longestTime && !Number.isNaN(Date.parse(value));

/** @throws {InvalidResponse} when a task lacks its id or its time. */
export const tasksIn = (rows: readonly Row[], field: TimeField): readonly ListedTask[] => {
	const tasks = rows as readonly ListedTask[];
	checkPolledRows(tasks, `${listTasks.method} ${listTasks.path}`, {
		task_id: Number.isSafeInteger,
		[field]: isTime,
	});
	return tasks;
};

export const idsOf = (tasks: readonly ListedTask[]): readonly string[] =>
	tasks.map(({ task_id }) => String(task_id));

/** Each task once, as it was given last, oldest first. */
export const sortedByTime = (
	tasks: Iterable<ListedTask>,
	field: TimeField,
): readonly ListedTask[] =>
	[...new Map([...tasks].map((task) => [task.task_id, task])).values()].sort(
		(one, other) =>
			Date.parse(one[field]) - Date.parse(other[field]) || one.task_id - other.task_id,
	);

/** Where the next reading begins, after this one that began at `from`. */
export const nextStart = (
	sorted: readonly ListedTask[],
	field: TimeField,
	from: string,
): string => {
	const first = sorted[sorted.length - fewestAgain];
	if (sorted.length <= mostAgain || !first) return from;
	const time = Date.parse(first[field]);
	return sorted.find((task) => Date.parse(task[field]) >= time)?.[field] ?? from;
};
