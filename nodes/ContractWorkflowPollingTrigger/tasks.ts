import type { Client, InputOf, OutputOf, Row } from '../../src';
import { listTasks } from '../../src';
import { digest } from './digest';
import type { Reading } from './watch';

type Task = OutputOf<typeof listTasks>['tasks'][number];
type Body = InputOf<typeof listTasks>['body'];

/** The two times of a task that a list can begin at (section 4, Tasks). */
export type TimeField = 'created_at' | 'updated_at';

/** From how many rows on the beginning moves up, and to how many it moves. */
const mostAgain = 40;
const fewestAgain = 20;

/**
 * All tasks of a list, each as it was last seen. `isSettled` says whether one state of the whole list
 * was seen: then what comes or changes later does so after all of it.
 */
const readAll = async (client: Client, body: Body) => {
	const found = new Map<number, Task>();
	let isSettled = true;
	const onUnsettled = () => {
		isSettled = false;
	};
	const options = { versionOf: digest, onUnsettled };
	for await (const rows of client.pages(listTasks, { body }, options)) {
		for (const row of rows) {
			const task = row as Task;
			found.set(task.task_id, task);
		}
	}
	return { tasks: [...found.values()], isSettled };
};

const byTime = (field: TimeField) => (one: Task, other: Task) =>
	Date.parse(one[field]) - Date.parse(other[field]) || one.task_id - other.task_id;

/** Where the next reading begins, after this one that began at `from`. */
export const nextStart = (
	sorted: readonly Task[],
	field: TimeField,
	from: string,
): { next: string; again: number } => {
	const first = sorted[sorted.length - fewestAgain];
	if (sorted.length <= mostAgain || !first) return { next: from, again: sorted.length };
	const time = Date.parse(first[field]);
	const index = sorted.findIndex((task) => Date.parse(task[field]) >= time);
	return { next: sorted[index]?.[field] ?? from, again: sorted.length - index };
};

/**
 * The tasks that were created or updated at `from` or after it, oldest first; all of them if `from`
 * is empty. The order of the service's list is not shown and not relied on. The next reading begins
 * some tasks earlier than it had to: so a task that turns up late, or with a time of a clock that
 * was set back, is not missed.
 */
export const readTasks = async (
	client: Client,
	field: TimeField,
	from: string,
	body: Body,
): Promise<Reading> => {
	const since = from === '' ? {} : { [`last_${field}`]: from };
	const { tasks, isSettled } = await readAll(client, { ...body, ...since });
	const sorted = tasks.sort(byTime(field));
	return {
		rows: sorted,
		...(isSettled ? nextStart(sorted, field, from) : { next: from, again: sorted.length }),
	};
};

/** Most tasks that are looked at when a watch begins. */
const mostPresent = 2_000;

/** The tasks of a list as they stand when a watch begins; of a very long list only a part. */
export const presentTasks = async (client: Client, body: Body): Promise<readonly Row[]> => {
	const present: Row[] = [];
	for await (const rows of client.pages(listTasks, { body }, { limit: mostPresent })) {
		present.push(...rows);
	}
	return present;
};
