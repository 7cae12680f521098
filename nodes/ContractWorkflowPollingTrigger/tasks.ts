import type { Client, InputOf, OutputOf } from '../../src';
import { InvalidResponse, listTasks } from '../../src';
import type { Reading } from './watch';

type Task = OutputOf<typeof listTasks>['tasks'][number];
type Body = InputOf<typeof listTasks>['body'];

/** The two times of a task that a list can begin at (section 4, Tasks). */
export type TimeField = 'created_at' | 'updated_at';

/** How often a list is read over before it is taken as it is. */
const mostPasses = 5;
/** From how many rows on the beginning moves up, and to how many it moves. */
const mostAgain = 40;
const fewestAgain = 20;

interface Pass {
	readonly tasks: ReadonlyMap<number, Task>;
	readonly requests: number;
	/** Whether it holds as many tasks as the service counts. */
	readonly isWhole: boolean;
}

const readPass = async (client: Client, body: Body, mostRequests = Infinity): Promise<Pass> => {
	const tasks = new Map<number, Task>();
	let requests = 0;
	for (let offset = 0, total = 1; offset < total && requests < mostRequests; requests++) {
		const { maxLimit } = listTasks.page;
		const answer = await client.call(listTasks, { body: { ...body, limit: maxLimit, offset } });
		if (typeof answer.total_count !== 'number') {
			const request = 'a page of a list';
			throw new InvalidResponse({ kind: 'field', request, field: 'total_count' });
		}
		total = answer.tasks.length === 0 ? 0 : answer.total_count;
		offset += answer.tasks.length;
		for (const task of answer.tasks) tasks.set(task.task_id, task);
		if (offset >= total) return { tasks, requests: requests + 1, isWhole: tasks.size >= total };
	}
	return { tasks, requests, isWhole: false };
};

const isSame = (one: Pass, other: Pass): boolean =>
	one.tasks.size === other.tasks.size &&
	[...one.tasks].every(([id, task]) => other.tasks.get(id)?.updated_at === task.updated_at);

/**
 * All tasks of a list. One answer is one state of it; of several, tasks may move between pages and
 * change in between, so the list is read over until two passes agree. `isSettled` says whether they
 * did.
 */
const readAll = async (client: Client, body: Body) => {
	const found = new Map<number, Task>();
	let before: Pass | undefined;
	for (let passes = 0; passes < mostPasses; passes++) {
		const pass = await readPass(client, body);
		for (const [id, task] of pass.tasks) found.set(id, task);
		const isSettled = pass.requests === 1 || (before && pass.isWhole && isSame(before, pass));
		if (isSettled) return { tasks: [...found.values()], isSettled: true };
		before = pass;
	}
	return { tasks: [...found.values()], isSettled: false };
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

/** Most requests for the tasks that are there when a watch begins. */
const mostPresentRequests = 10;

/** The tasks of a list as they stand when a watch begins; of a very long list only a part. */
export const presentTasks = async (client: Client, body: Body): Promise<readonly Task[]> => [
	...(await readPass(client, body, mostPresentRequests)).tasks.values(),
];
