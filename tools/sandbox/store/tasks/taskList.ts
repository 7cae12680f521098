import { JsonText } from '../../api/handler';
import type { Service } from '../../service';
import type { Task } from '../../workflow/definition';

/** Which tasks a list contains. Times are inclusive, in the format of the store. */
export interface TaskSelection {
	readonly statuses: readonly string[];
	/** Empty for any time. */
	readonly createdFrom: string;
	readonly updatedFrom: string;
	readonly limit: number;
	readonly offset: number;
}

/** The response of `POST /tasks/list`. */
export const taskListAnswer = (
	{ store: { sql }, appUrl }: Service,
	organizationId: number,
	{ statuses, createdFrom, updatedFrom, limit, offset }: TaskSelection,
): JsonText<{ tasks: Task[]; total_count: number }> => {
	const wanted = JSON.stringify(statuses);
	const total = sql.get`
		SELECT count(*) AS count FROM tasks INDEXED BY tasks_created
		WHERE org_id = ${organizationId} AND status IN (SELECT value FROM json_each(${wanted}))
			AND created_at >= ${createdFrom} AND updated_at >= ${updatedFrom}`;
	const page = sql.get`
		SELECT coalesce(group_concat('{"task_id":' || task_id || ',"task_url":' ||
			iif(linked, '"' || ${appUrl} || '/workflows/tasks/' || task_id || '",', 'null,') ||
			listed || body, ','), '') AS json
		FROM (
			SELECT task_id, linked, listed, body FROM tasks INDEXED BY tasks_created
			WHERE org_id = ${organizationId} AND status IN (SELECT value FROM json_each(${wanted}))
				AND created_at >= ${createdFrom} AND updated_at >= ${updatedFrom}
			ORDER BY created_at DESC, task_id DESC LIMIT ${limit} OFFSET ${offset}
		)`;
	return new JsonText(`{"tasks":[${String(page?.json)}],"total_count":${Number(total?.count)}}`);
};

/** The response of `GET /tasks/by-external-source-id`. */
export const sourceTasksAnswer = (
	{ store: { sql }, appUrl }: Service,
	organizationId: number,
	externalSourceId: string,
): JsonText<{ tasks: Task[] }> => {
	const tasks = sql.all`
		SELECT '{"task_id":' || task_id || ',"task_url":' ||
			iif(linked, '"' || ${appUrl} || '/workflows/tasks/' || task_id || '",', 'null,') ||
			listed || body AS json FROM tasks
		WHERE org_id = ${organizationId} AND external_source_id = ${externalSourceId}
		ORDER BY created_at DESC, task_id DESC`;
	return new JsonText(`{"tasks":[${tasks.map(({ json }) => json).join()}]}`);
};
