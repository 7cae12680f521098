import { JsonText } from '../../api/handler';
import { isoTime } from '../../clock';
import type { Service } from '../../service';
import type { Task } from '../../workflow/definition';
import type { Store } from '../database';
import { readJson } from '../sql';

/** What the store keeps about a task beside the task itself. */
export interface TaskOrigin {
	readonly organizationId: number;
	readonly externalSourceId: string | null;
	readonly metadata: Readonly<Record<string, unknown>> | null;
	/** Whether the task has a page in the web application, and therefore a `task_url`. */
	readonly linked: boolean;
}

/**
 * JSON text of a task in two parts: the fields that only lists have, and the others except its ids.
 */
const stored = (task: Task): { listed: string; body: string } => {
	const { priority, current_step_run_id, requester_email } = task;
	const listed = { priority, current_step_run_id, requester_email };
	const others = {
		...task,
		task_id: undefined,
		task_url: undefined,
		priority: undefined,
		current_step_run_id: undefined,
		requester_email: undefined,
		variables: task.step_runs.flatMap(({ variables }) => variables),
	};
	return {
		listed: `${JSON.stringify(listed).slice(1, -1)},`,
		body: JSON.stringify(others).slice(1),
	};
};

/** Adds a task and returns its id, which the store assigns if `task_id` is 0. */
export const insertTask = ({ sql }: Store, task: Task, origin: TaskOrigin): number => {
	const { listed, body } = stored(task);
	const metadata = origin.metadata === null ? null : JSON.stringify(origin.metadata);
	const { lastInsertRowid } = sql.run`
		INSERT INTO tasks (task_id, org_id, status, created_at, updated_at, external_source_id, linked,
			metadata, listed, body)
		VALUES (${task.task_id || null}, ${origin.organizationId}, ${task.status}, ${task.created_at},
			${task.updated_at}, ${origin.externalSourceId}, ${Number(origin.linked)}, ${metadata},
			${listed}, ${body})`;
	return Number(lastInsertRowid);
};

/** Writes a changed task, with the current time as its time of update. */
export const saveTask = ({ store, clock }: Service, task: Task): void => {
	task.updated_at = isoTime(clock.now());
	const { listed, body } = stored(task);
	store.sql.run`
		UPDATE tasks SET status = ${task.status}, updated_at = ${task.updated_at},
			listed = ${listed}, body = ${body} WHERE task_id = ${task.task_id}`;
};

/** A task of the organization to change, without its `task_url`; undefined if there is none. */
export const findTask = (
	{ sql }: Store,
	organizationId: number,
	taskId: number,
): Task | undefined => {
	const row = sql.get`SELECT '{' || listed || body AS json FROM tasks
		WHERE task_id = ${taskId} AND org_id = ${organizationId}`;
	if (row === undefined) return undefined;
	return { ...readJson<Task>(row.json), task_id: taskId, task_url: null };
};

/** The response of `GET /tasks/{task_id}`, or undefined. */
export const taskAnswer = (
	{ store, appUrl }: Service,
	organizationId: number,
	taskId: number,
): JsonText<{ task: Task }> | undefined => {
	const row = store.sql.get`
		SELECT '{"task":{"task_id":' || task_id || ',"task_url":' ||
			iif(linked, '"' || ${appUrl} || '/workflows/tasks/' || task_id || '",', 'null,') ||
			body || '}' AS json
		FROM tasks WHERE task_id = ${taskId} AND org_id = ${organizationId}`;
	return row && new JsonText(String(row.json));
};
