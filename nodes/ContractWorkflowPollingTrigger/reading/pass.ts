import type { ListedTask } from '../../../src';
import { listTasks } from '../../../src';
import type { Pass, ReadOptions, Reading } from '../watch';
import { isRead, mostPolledPages, readTwice } from './secondReading';
import type { TaskList } from './taskList';
import { mostFollowed, nextStart, sortedByTime, tasksIn } from './taskList';

const { maxLimit } = listTasks.page;

/** One page of a list, through the one reader of lists. */
const readPage = async ({ client, field, body }: TaskList, offset: number) =>
	await readTwice(async () => {
		const tasks: ListedTask[] = [];
		let [given, total] = [0, 0];
		const onPage = (page: { readonly rows: readonly unknown[]; readonly total?: number }) => {
			given += page.rows.length;
			total = page.total ?? 0;
		};
		const input = { body: { ...body, offset } };
		for await (const rows of client.pages(listTasks, input, { limit: maxLimit, onPage })) {
			tasks.push(...tasksIn(rows, field));
		}
		return { tasks, total, reached: offset + given };
	});

/** The first page of a list that is too long for one poll, and how long the list is. */
interface Beginning {
	readonly found: readonly ListedTask[];
	readonly total: number;
}

/**
 * Where the reading after a pass begins: near the newest time that the first and the last page show
 * before it. What comes or changes during the pass does so after that, wherever the list puts it.
 */
const beginPass = async (list: TaskList, { found, total }: Beginning) => {
	const last = await readPage(list, Math.max(total - maxLimit, 0));
	const edges = sortedByTime([...found, ...last.tasks], list.field);
	const mark = nextStart(edges, list.field, list.from);
	return { edges, pass: { offset: 0, mark, met: [], late: [] } };
};

/** What the pages of one poll add to a pass. */
type Walk = {
	offset: number;
	readonly met: Set<number>;
	readonly late: Set<number>;
	readonly tasks: ListedTask[];
	/** How many rows the list has, where two answers after each other said that it ended. */
	total?: number;
};

/**
 * Reads on, page after page. Each page begins with a task that the pass has met, or else tasks have
 * slipped in front of it: then the pass goes back. What one poll has read a failure does not undo.
 */
const walkOn = async (list: TaskList, pass: Pass, hasTime: () => boolean): Promise<Walk> => {
	const walk: Walk = {
		offset: pass.offset,
		met: new Set(pass.met),
		late: new Set(pass.late),
		tasks: [],
	};
	const mark = Date.parse(pass.mark);
	let [back, end] = [maxLimit / 2, -1];
	for (let count = 0; count < mostPolledPages && (count === 0 || hasTime()); count++) {
		const asked = Math.max(walk.offset - 1, 0);
		const reading = readPage(list, asked);
		if (!(await isRead(reading)) && walk.tasks.length > 0) break;
		const { tasks, total, reached } = await reading;
		if (asked > 0 && !walk.met.has(tasks[0]?.task_id ?? NaN)) {
			walk.offset = Math.max(walk.offset - back, 0);
			back *= 2;
			continue;
		}
		for (const task of tasks) {
			walk.met.add(task.task_id);
			if (!(Date.parse(task[list.field]) < mark)) walk.late.add(task.task_id);
		}
		walk.tasks.push(...tasks);
		if (reached < total) {
			walk.offset = reached;
			end = -1;
		} else if (end < 0) {
			end = total;
		} else {
			walk.total = Math.max(end, total);
			break;
		}
	}
	return walk;
};

/**
 * Reads a list that is too long for one poll: as far as one poll goes, in the order of the service,
 * whatever that is. The next reading begins later only when all of the list is read, which it is
 * when as many different tasks were met as it has.
 */
export const readPass = async (
	list: TaskList,
	{ hasTime, onlyEnd }: ReadOptions,
	begun: Pass | Beginning,
): Promise<Reading> => {
	const isBegun = 'mark' in begun;
	const { pass, edges } = isBegun ? { pass: begun, edges: [] } : await beginPass(list, begun);
	const part = { next: list.from, passed: [], again: 0, isPart: true };
	if (onlyEnd) return { ...part, rows: edges, pass };
	const walk = await walkOn(list, pass, hasTime);
	const rows = sortedByTime([...edges, ...walk.tasks], list.field);
	const { met, late, offset, total } = walk;
	if (total === undefined && met.size <= mostFollowed) {
		return { ...part, rows, pass: { offset, mark: pass.mark, met: [...met], late: [...late] } };
	}
	// Less was met than there is: the list is read from its beginning once more.
	if (total === undefined || met.size < total) return { ...part, rows };
	const passed = [...met].filter((id) => !late.has(id)).map(String);
	return { rows, next: pass.mark, passed, again: late.size, isPart: false };
};
