import type { Client, InputOf, ListedTask, Row } from '../../../src';
import { listTasks } from '../../../src';
import { checkPolledRows } from './secondReading';

export type Body = InputOf<typeof listTasks>['body'];

/** The two times of a task that a list can start at (section 4, Tasks). */
export type TimeField = 'created_at' | 'updated_at';

/** A list of tasks from a point on, inclusive. */
export interface TaskList {
	readonly client: Client;
	readonly field: TimeField;
	readonly from: string;
	/** The request body, including the point. */
	readonly body: Body;
}

/** From how many rows on the start moves, and how many rows it then leaves. */
const mostAgain = 40;
const fewestAgain = 20;

/**
 * Maximum tasks that consecutive polls follow: a longer list is an error, or too long to remember.
 */
export const mostFollowed = 200_000;

/** A time has about 30 characters, but JavaScript parses one in a text of any length. */
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

/** Each task once, in its latest version, oldest first. */
export const sortedByTime = (
	tasks: Iterable<ListedTask>,
	field: TimeField,
): readonly ListedTask[] =>
	[...new Map([...tasks].map((task) => [task.task_id, task])).values()].sort(
		(one, other) =>
			Date.parse(one[field]) - Date.parse(other[field]) || one.task_id - other.task_id,
	);

/** Where the next reading starts, after this one that started at `from`. */
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
