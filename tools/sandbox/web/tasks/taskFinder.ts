import { taskStatuses } from '../../../../src/contract';
import { inactiveStatuses } from '../../options';
import type { Service } from '../../service';
import { fold } from '../../store/fieldValues';
import { findTask } from '../../store/tasks/tasks';
import type { Task } from '../../workflow/definition';

/** Which tasks a person wants to see. Empty texts do not filter. */
export interface TaskFilter {
	readonly organizationId: number;
	/** One status, `active` or `all`. */
	readonly status: string;
	readonly workflow: string;
	/** Whether to show only tasks that now accept an approval or a rejection. */
	readonly waiting: boolean;
	/** Part of a title, or a task id. */
	readonly text: string;
}

/** One page of the matching tasks, newest first, and the number of all of them. */
export interface FoundTasks {
	readonly total: number;
	readonly tasks: readonly Task[];
}

const active = taskStatuses.filter((status) => !inactiveStatuses.includes(status));
// A task that is on hold accepts no decision.
const decidable = active.filter((status) => status !== 'on_hold');

const statusesOf = ({ status, waiting }: TaskFilter): readonly string[] => {
	const wanted = status === 'all' ? taskStatuses : status === 'active' ? active : [status];
	const isPossible = (entry: string) => decidable.some((other) => other === entry);
	return waiting ? wanted.filter(isPossible) : wanted;
};

/** Finds tasks; the page that starts at `offset`, `limit` long. */
export const findTasks = (
	{ store }: Service,
	filter: TaskFilter,
	limit: number,
	offset: number,
): FoundTasks => {
	const { organizationId, workflow, waiting, text } = filter;
	const words = fold(text);
	const found = store.sql.get`
		WITH found AS MATERIALIZED (
			SELECT task_id, created_at FROM tasks INDEXED BY tasks_found
			WHERE org_id = ${organizationId}
				AND status IN (SELECT value FROM json_each(${JSON.stringify(statusesOf(filter))}))
				AND (${workflow} = '' OR workflow_id = ${workflow})
				AND (${Number(waiting)} = 0 OR step_type = 'approval')
				AND (${words} = '' OR instr(title, ${words}) > 0 OR CAST(task_id AS TEXT) = ${words})
		)
		SELECT (SELECT count(*) FROM found) AS total,
			(SELECT json_group_array(task_id) FROM (SELECT task_id FROM found
				ORDER BY created_at DESC, task_id DESC LIMIT ${limit} OFFSET ${offset})) AS ids`;
	const ids = JSON.parse(String(found?.ids)) as number[];
	return {
		total: Number(found?.total),
		tasks: ids.flatMap((id) => findTask(store, organizationId, id) ?? []),
	};
};

/** The workflows of an organization, each with the name of its newest version. */
export const workflowNames = (
	{ store }: Service,
	organizationId: number,
): Array<{ id: string; name: string }> =>
	store.sql.all`
		SELECT workflow_id, schema ->> '$.workflow_name' AS name, max(version) FROM workflows
		WHERE org_id = ${organizationId} GROUP BY workflow_id ORDER BY name
	`.map(({ workflow_id, name }) => ({ id: String(workflow_id), name: String(name) }));

/** The organizations of the sandbox. */
export const organizationNames = ({ store }: Service): Array<{ id: number; name: string }> =>
	store.sql.all`SELECT org_id, name FROM organizations ORDER BY org_id`.map(({ org_id, name }) => ({
		id: Number(org_id),
		name: String(name),
	}));
