import type { Row } from '../../src';
import { listTasks } from '../../src';
import { Explained } from '../shared/words/explained';
import type { ListPage, Listed, Position, Source, Watch } from './watch';
import { listedRows, pageSize, start, unreadable } from './watch';

/** The times of a task that a list can start at (section 4, Tasks). */
type TimeField = 'created_at' | 'updated_at';

/** How far the point stays behind the newest task: clocks differ, and a task may appear late. */
const behindMs = 5 * 60_000;
const behindRows = 20;

/** The longest lists that are read, so that the memory stays small, and at the first poll. */
const mostRows = 20_000;
const mostAtFirst = 2_000;

/** The times of tasks by ID, as the service gave them: only it knows their time zone. */
type Met = ReadonlyMap<unknown, string>;

/** How far a reading came. It reads the list again until it has met all tasks of it. */
interface Part {
	readonly offset: number;
	/** When it began. */
	readonly began: number;
	readonly met: ReadonlyArray<readonly [id: unknown, time: string]>;
	/** How many tasks it had met when it last began at the first page. */
	readonly known: number;
}

/** A list of tasks, and the time that it starts at. */
type TaskSource = Source & { readonly field: TimeField };

/** @throws {Explained} when a page has fewer tasks than the list has there. */
const readPage = async ({ client, field }: TaskSource, point: string, offset: number) => {
	const since = point !== start && { [`last_${field}`]: point };
	const body = { include_inactive: true, ...since, limit: pageSize, offset };
	const { tasks, total_count: total } = await client.call(listTasks, { body });
	if (!Number.isSafeInteger(total)) {
		throw unreadable('The service did not report how many tasks there are');
	}
	if (tasks.length < pageSize && offset + tasks.length < total) {
		throw unreadable('The service returned fewer tasks than it reported');
	}
	return { tasks, total };
};

const timesIn = ({ field }: TaskSource, tasks: readonly Row[]): Map<unknown, string> =>
	new Map(tasks.map((task) => [task.task_id ?? null, String(task[field])]));

const listed = ({ field, warn }: TaskSource, tasks: readonly Row[]): readonly Listed[] =>
	listedRows(tasks, (task) => Date.parse(String(task[field])), warn);

const inOrder = (met: Met) =>
	[...met.values()]
		.map((text) => ({ text, time: Date.parse(text) }))
		.filter(({ time }) => Number.isFinite(time))
		.sort((one, other) => one.time - other.time);

/** The last time that is far enough behind the newest one; the point itself if none is later. */
const pointAfter = (met: Met, point: string, tookMs = 0): string => {
	const times = inOrder(met);
	const until = (times.at(-1)?.time ?? 0) - behindMs - tookMs;
	const next = times.slice(0, 1 - behindRows).findLast(({ time }) => time <= until);
	const isLater = next && (point === start || next.time > Date.parse(point));
	return isLater ? next.text : point;
};

/**
 * Skips most of a list that is too long: the reading starts again near the newest task of the first,
 * the middle and the last page. Undefined if that is no later than before.
 */
const skip = async (
	source: TaskSource,
	position: Position,
	first: readonly Row[],
	total: number,
): Promise<ListPage | undefined> => {
	const { point, isFirst } = position;
	const middle = await readPage(source, point, Math.floor(total / 2));
	const last = await readPage(source, point, total - pageSize);
	const tasks = [...first, ...middle.tasks, ...last.tasks];
	const met = timesIn(source, tasks);
	const behind = pointAfter(met, point);
	const newest = inOrder(met).at(-1)?.text ?? point;
	const next = behind === point && total > mostRows ? newest : behind;
	if (next === point) return undefined;
	if (!isFirst) {
		const advice = `One poll takes up to ${mostRows} tasks. The next poll continues with the newest ones. Poll more often, or find the others with Task: Get Many.`;
		source.report(new Explained(`Up to ${total} new or changed tasks may be missing`, advice));
	}
	return { rows: listed(source, tasks), next: { ...position, point: next, part: undefined } };
};

/**
 * The tasks that are created or updated at a point or later. The API text does not show the order
 * of the list, so nothing relies on one. Tasks enter the list of a point, and do not leave it. So
 * when a reading has met as many tasks as the list has, it has met all of them.
 */
export const taskList = (from: Source, field: TimeField): Pick<Watch, 'read' | 'keeps'> => {
	const source = { ...from, field };
	return {
		keeps: 0,
		async read(position) {
			const { point, isFirst, part } = position as Position<Part>;
			const { offset = 0, began = source.now(), met: before = [], known = 0 } = part ?? {};
			const { tasks, total } = await readPage(source, point, offset);
			const isLong = offset === 0 && total > (isFirst ? mostAtFirst : mostRows);
			const skipped = isLong ? await skip(source, position, tasks, total) : undefined;
			if (skipped) return skipped;
			const rows = listed(source, tasks);
			const met = new Map([...before, ...timesIn(source, tasks)]);
			if (met.size === total) {
				// A task may have changed since the reading began, after its page was read.
				const next = pointAfter(met, point, Math.max(source.now() - began, 0));
				return { rows, next: { point: next }, isLast: true };
			}
			const read = { began, met: [...met], known, offset: offset + pageSize };
			if (read.offset < total) return { rows, next: { ...position, part: read } };
			const again = { ...read, known: met.size, offset: 0 };
			const isLess = met.size < total;
			if (isLess && met.size === known)
				source.report(unreadable(`The service reported ${total} tasks, but returned ${known}`));
			const isLeft = isLess && met.size > known;
			return { rows, next: { ...position, part: isLeft ? again : undefined }, isLast: true };
		},
	};
};
