import { taskStatuses } from '../../../../src/contract';
import type { Serialized } from '../../api/handler';
import type { ListOrder } from '../../options';
import { sortOf } from '../../options';
import type { Service } from '../../service';
import type { Task } from '../../workflow/definition';
import type { Store } from '../database';
import { readJson } from '../json';
import type { Condition } from '../sql';
import type { TaskRow } from './taskRows';

/** Which tasks a list contains. Times are inclusive, in the format of the store. */
export interface TaskSelection {
	readonly statuses: readonly string[];
	/** Null for any time. */
	readonly createdFrom: string | null;
	readonly updatedFrom: string | null;
	readonly limit: number;
	readonly offset: number;
}

/** Only the conditions that exclude anything: each one costs time for every skipped task. */
const conditionsOf = (organizationId: number, selection: TaskSelection): Condition[] => {
	const { statuses, createdFrom, updatedFrom } = selection;
	const conditions: Condition[] = [{ sql: 'org_id = ?', values: [organizationId] }];
	if (statuses.length < taskStatuses.length) {
		const sql = '+status IN (SELECT value FROM json_each(?))';
		conditions.push({ sql, values: [JSON.stringify(statuses)] });
	}
	if (createdFrom !== null) conditions.push({ sql: 'created_at >= ?', values: [createdFrom] });
	if (updatedFrom !== null) conditions.push({ sql: 'updated_at >= ?', values: [updatedFrom] });
	return conditions;
};

/** The number of tasks of a selection. Without times, triggers maintain it. */
const countTasks = ({ sql }: Store, organizationId: number, selection: TaskSelection): number => {
	const { createdFrom, updatedFrom } = selection;
	const statuses = JSON.stringify(selection.statuses);
	const row =
		createdFrom === null && updatedFrom === null
			? sql.get`
				SELECT sum(total) AS total FROM task_counts
				WHERE org_id = ${organizationId} AND status IN (SELECT value FROM json_each(${statuses}))`
			: sql.get`
				SELECT count(*) AS total FROM tasks
				WHERE org_id = ${organizationId} AND status IN (SELECT value FROM json_each(${statuses}))
					AND created_at >= ${createdFrom ?? ''} AND updated_at >= ${updatedFrom ?? ''}`;
	return Number(row?.total ?? 0);
};

const listStart = Buffer.from('{"tasks":[');

/** The SQL that sorts tasks; equal times by id. */
export const taskOrderSql = (order: ListOrder): string => {
	const { time, isDescending } = sortOf(order);
	const direction = isDescending ? 'DESC' : 'ASC';
	return `ORDER BY ${time}_at ${direction}, task_id ${direction}`;
};

const idsQuery = (conditions: readonly Condition[], order: ListOrder): string => `
	SELECT json_group_array(task_id) AS ids FROM (
		SELECT task_id FROM tasks WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
		${taskOrderSql(order)} LIMIT ? OFFSET ?)`;

const readRows = ({ sql }: Store, appUrl: string, ids: readonly number[]): TaskRow[] =>
	sql.all`
		SELECT task_id, CAST(',{"task_id":' || task_id || ',"task_url":' ||
			iif(linked, '"' || ${appUrl} || '/workflows/tasks/' || task_id || '",', 'null,') ||
			listed || body AS BLOB) AS json
		FROM tasks WHERE task_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
	`.map(({ task_id, json }) => ({ taskId: Number(task_id), json: json as Uint8Array }));

/** The response of `POST /tasks/list`. */
export const taskListAnswer = (
	{ store, appUrl, options }: Service,
	organizationId: number,
	selection: TaskSelection,
): Serialized<{ tasks: Task[]; total_count: number }> => {
	const total = countTasks(store, organizationId, selection);
	const conditions = conditionsOf(organizationId, selection);
	const row = store
		.statement(idsQuery(conditions, options.taskOrder))
		.get(...conditions.flatMap(({ values }) => values), selection.limit, selection.offset);
	const ids = readJson<number[]>(row?.ids);
	const rows = store.taskRows.pick(ids, (missing) => readRows(store, appUrl, missing));
	const end = Buffer.from(`],"total_count":${total}}`);
	return [listStart, ...rows.map((json, index) => (index === 0 ? json.subarray(1) : json)), end];
};
