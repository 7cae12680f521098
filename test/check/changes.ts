import { organizations } from '../../sandbox/seed/accounts';
import type { Sandbox } from '../../sandbox/server';

/** Changes the store between two requests, as other people who use the service do. */
export type Change = (sandbox: Sandbox) => void;

type Fields = Readonly<Record<string, unknown>>;

const timeNow = (): string => new Date().toISOString();

const newestTask = ({ service }: Sandbox): number =>
	Number(
		service.store.sql.get`
			SELECT task_id FROM tasks WHERE org_id = ${organizations.main} AND status = 'pending'
			ORDER BY created_at DESC LIMIT 1`?.task_id,
	);

/** The store keeps a task as JSON without its first brace. */
const withFields = (body: unknown, fields: Fields): string =>
	JSON.stringify({ ...(JSON.parse(`{${String(body)}`) as Fields), ...fields }).slice(1);

const changeTask = ({ service }: Sandbox, id: number, fields: Fields): void => {
	const { sql, taskRows } = service.store;
	const row = sql.get`SELECT body, status FROM tasks WHERE task_id = ${id}`;
	// There are no more of them.
	if (row === undefined) return;
	const now = timeNow();
	const body = withFields(row.body, { ...fields, updated_at: now });
	const status = String(fields.status ?? row.status);
	sql.run`
		UPDATE tasks SET status = ${status}, updated_at = ${now}, body = ${body}
		WHERE task_id = ${id}`;
	taskRows.forget(id);
};

const removeTask = ({ service }: Sandbox, id: number): void => {
	const { sql, taskRows } = service.store;
	sql.run`
		UPDATE task_counts SET total = total - 1
		WHERE (org_id, status) = (SELECT org_id, status FROM tasks WHERE task_id = ${id})`;
	sql.run`DELETE FROM tasks WHERE task_id = ${id}`;
	taskRows.forget(id);
};

const secondDocument = ({ service }: Sandbox): number =>
	Number(
		service.store.sql.get`
			SELECT document_id FROM documents WHERE org_id = ${organizations.main}
			ORDER BY created_at LIMIT 1 OFFSET 1`?.document_id,
	);

let added = 0;

/** What other people do while a service is read, by name. */
export const changes: Readonly<Record<string, Change>> = {
	'a task is created': (sandbox) => {
		const { sql } = sandbox.service.store;
		const id = newestTask(sandbox);
		const now = timeNow();
		const row = sql.get`SELECT body FROM tasks WHERE task_id = ${id}`;
		if (row === undefined) return;
		const body = withFields(row.body, { created_at: now, updated_at: now });
		sql.run`
			INSERT INTO tasks SELECT (SELECT max(task_id) + 1 FROM tasks), org_id, status, ${now}, ${now},
				NULL, linked, metadata, workflow_id, step_type, title, listed, ${body}
			FROM tasks WHERE task_id = ${id}`;
	},
	'a task is completed': (sandbox) =>
		changeTask(sandbox, newestTask(sandbox), {
			status: 'completed',
			completed_at: timeNow(),
			current_step_id: null,
			current_step_name: null,
			current_step_type: null,
		}),
	'a task is removed': (sandbox) => removeTask(sandbox, newestTask(sandbox)),
	'the oldest task is removed': (sandbox) => {
		const row = sandbox.service.store.sql.get`
			SELECT task_id FROM tasks WHERE org_id = ${organizations.main} ORDER BY created_at LIMIT 1`;
		removeTask(sandbox, Number(row?.task_id));
	},
	'a task is renamed': (sandbox) =>
		changeTask(sandbox, newestTask(sandbox), { task_title: 'Renamed', workflow_name: 'Renamed' }),
	'a document is created': (sandbox) => {
		const { service } = sandbox;
		const now = timeNow();
		added += 1;
		service.store.sql.run`
			INSERT INTO documents SELECT (SELECT max(document_id) + 1 FROM documents), org_id,
				${`file_added_${added}`}, ${now}, ${now}, mapped_fields,
				trim(json_set('{' || body || '}', '$.document_created_at', ${now}), '{}')
			FROM documents WHERE document_id = ${secondDocument(sandbox)}`;
	},
	'a document is removed': (sandbox) => {
		sandbox.service.store.sql.run`
			DELETE FROM documents WHERE document_id = ${secondDocument(sandbox)}`;
	},
	'a document is renamed': (sandbox) => {
		sandbox.service.store.sql.run`
			UPDATE documents SET updated_at = ${timeNow()},
				body = trim(json_set('{' || body || '}', '$.document_title', 'Renamed'), '{}')
			WHERE document_id = ${secondDocument(sandbox)}`;
	},
	'a version of a workflow is published': ({ service }) => {
		service.store.sql.run`
			INSERT INTO workflows SELECT org_id, workflow_id, version + 1,
				json_set(schema, '$.version', version + 1), behavior
			FROM workflows WHERE org_id = ${organizations.main} AND workflow_id = 'wf_vendor_agreement'
			ORDER BY version DESC LIMIT 1`;
	},
	'a version of a clickwrap is published': (sandbox) => {
		const text = { content: 'Other terms', content_html: null };
		sandbox.publishClickwrap(sandbox.ids.slug ?? '', text);
	},
};
