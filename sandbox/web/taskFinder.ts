import { taskStatuses } from '../../src/contract';
import type { Service } from '../service';
import { fold } from '../store/fieldValues';
import type { Store } from '../store/database';
import { findTask } from '../store/tasks';
import type { Task } from '../workflow/definition';
import { inactiveStatuses } from '../workflow/transitions';

/**
 * What people look for is inside the JSON of a task, which takes too long to read for every task of
 * a large store. So it is put beside, in memory, once the page is opened; triggers keep it up to
 * date. The store's file has nothing of it.
 */
const row = (from: string) => `
	SELECT task_id, json ->> '$.workflow_id', json ->> '$.current_step_type',
		folded(json ->> '$.task_title')
	FROM (SELECT task_id, '{' || body AS json FROM ${from})`;

const definition = `
CREATE TEMP TABLE found_tasks (
	task_id INTEGER PRIMARY KEY, workflow_id TEXT, step_type TEXT, title TEXT
);
INSERT INTO found_tasks ${row('tasks')};
CREATE TEMP TRIGGER task_found AFTER INSERT ON main.tasks BEGIN
	INSERT INTO found_tasks ${row('(SELECT NEW.task_id AS task_id, NEW.body AS body)')};
END;
CREATE TEMP TRIGGER task_changed AFTER UPDATE OF body ON main.tasks BEGIN
	INSERT OR REPLACE INTO found_tasks ${row('(SELECT NEW.task_id AS task_id, NEW.body AS body)')};
END;
`;

function prepare(store: Store): void {
	const { db } = store;
	const isReady = db.prepare("SELECT 1 FROM temp.sqlite_schema WHERE name = 'found_tasks'").get();
	if (isReady !== undefined) return;
	db.function('folded', { deterministic: true }, (text) =>
		typeof text === 'string' ? fold(text) : '',
	);
	store.transaction(() => db.exec(definition));
}

/** Which tasks a person wants to see; empty texts do not filter. */
export interface TaskFilter {
	readonly organizationId: number;
	/** One status, `active` or `all`. */
	readonly status: string;
	readonly workflow: string;
	/** Whether only tasks are wanted that an approval or rejection would be taken for now. */
	readonly waiting: boolean;
	/** Part of a title, or a task id. */
	readonly text: string;
}

/** One page of the tasks that were found, newest first, and the number of all of them. */
export interface FoundTasks {
	readonly total: number;
	readonly tasks: readonly Task[];
}

const active = taskStatuses.filter((status) => !inactiveStatuses.includes(status));
// A task that is on hold takes no decision.
const decidable = active.filter((status) => status !== 'on_hold');

function statusesOf({ status, waiting }: TaskFilter): readonly string[] {
	const wanted = status === 'all' ? taskStatuses : status === 'active' ? active : [status];
	const isPossible = (entry: string) => decidable.some((other) => other === entry);
	return waiting ? wanted.filter(isPossible) : wanted;
}

/** Finds tasks; the page that starts at `offset`, `limit` long. */
export function findTasks(
	{ store }: Service,
	filter: TaskFilter,
	limit: number,
	offset: number,
): FoundTasks {
	prepare(store);
	const { organizationId, workflow, waiting, text } = filter;
	const words = fold(text);
	const found = store.sql.get`
		WITH found AS MATERIALIZED (
			SELECT t.task_id, t.created_at FROM tasks t JOIN found_tasks f ON f.task_id = t.task_id
			WHERE t.org_id = ${organizationId}
				AND t.status IN (SELECT value FROM json_each(${JSON.stringify(statusesOf(filter))}))
				AND (${workflow} = '' OR f.workflow_id = ${workflow})
				AND (${Number(waiting)} = 0 OR f.step_type = 'approval')
				AND (${words} = '' OR instr(f.title, ${words}) > 0 OR CAST(t.task_id AS TEXT) = ${words})
		)
		SELECT (SELECT count(*) FROM found) AS total,
			(SELECT json_group_array(task_id) FROM (SELECT task_id FROM found
				ORDER BY created_at DESC, task_id DESC LIMIT ${limit} OFFSET ${offset})) AS ids`;
	const ids = JSON.parse(String(found?.ids)) as number[];
	return {
		total: Number(found?.total),
		tasks: ids.flatMap((id) => findTask(store, organizationId, id) ?? []),
	};
}

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
