import type { ListedTask } from '../../../src';
import { listTasks } from '../../../src';
import type { Pass, ReadOptions, Reading } from '../watch';
import { isRead, mostPolledPages, readTwice } from './secondReading';
import type { TaskList } from './taskList';
import { mostFollowed, nextStart, sortedByTime, tasksIn } from './taskList';

const { maxLimit } = listTasks.page;

/** One page of a list, read with the shared list reader. */
const readPage = async ({ client, field, body }: TaskList, offset: number) =>
	await readTwice(async () => {
		const tasks: ListedTask[] = [];
		let total = 0;
		const onTotal = (count: number) => {
			total = count;
		};
		const input = { body: { ...body, offset } };
		for await (const rows of client.pages(listTasks, input, { limit: maxLimit, onTotal })) {
			tasks.push(...tasksIn(rows, field));
		}
		return { tasks, total, reached: offset + tasks.length };
	});

/** The first page of a list that is too long for one poll, and the length of the list. */
interface Beginning {
	readonly found: readonly ListedTask[];
	readonly total: number;
}

/**
 * Where the reading after a pass starts: near the newest time that the first and the last page show
 * before the pass. Rows that are created or change during the pass have later times, wherever the
 * list puts them.
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
	/** The length of the list, if two consecutive responses said that it ended. */
	total?: number;
};

/**
 * Reads page after page. Each page must start with a task that the pass has seen. Otherwise tasks
 * were inserted before it, and the pass goes back. A failure keeps what the poll has read so far.
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
 * Reads a list that is too long for one poll: one part per poll, in the order of the service. The
 * next reading starts later only once the whole list is read, that is, once the pass has seen as
 * many different tasks as the list has.
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
	// The pass has seen fewer tasks than exist: read the list from its start again.
	if (total === undefined || met.size < total) return { ...part, rows };
	const passed = [...met].filter((id) => !late.has(id)).map(String);
	return { rows, next: pass.mark, passed, again: late.size, isPart: false };
};
