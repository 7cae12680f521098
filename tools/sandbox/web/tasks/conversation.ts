import type { Service } from '../../service';
import { readJson } from '../../store/json';
import type { Task } from '../../workflow/definition';
import type { TextPart } from './links';
import { splitAtLinks } from './links';

/** An entry of a task's activity log, with its replies. */
export interface Entry {
	readonly id: number;
	readonly kind: string;
	/** What the member did, for example `approved at Legal approval`. */
	readonly deed: string;
	readonly author: string;
	readonly createdAt: string;
	readonly comment: readonly TextPart[];
	readonly mentions: readonly string[];
	readonly files: ReadonlyArray<{ readonly id: string; readonly name: string }>;
	readonly replies: Entry[];
}

/** The conversation on a task. */
export interface Conversation {
	/** Oldest first. */
	readonly entries: readonly Entry[];
	/** How many earlier entries are left out. */
	readonly omitted: number;
}

const mostEntries = 500;

const deeds: Readonly<Record<string, string>> = {
	comment: 'commented',
	decision: 'decided',
	attachments: 'attached files',
	signed_document: 'uploaded a signed document',
	initiated: 'initiated the workflow',
};

/**
 * The decision of each entry, by entry id. Every decision ends one run of an approval step, and
 * both are in order. Sample tasks start with runs that have no entry, so the two lists are matched
 * from their ends.
 */
const outcomes = (task: Task, decisionIds: readonly number[]): Map<number, string> => {
	const decided = task.step_runs.filter(
		({ step_type, status }) =>
			step_type === 'approval' && (status === 'completed' || status === 'rejected'),
	);
	const offset = decided.length - decisionIds.length;
	return new Map(
		decisionIds.flatMap((id, index): Array<[number, string]> => {
			const run = decided[offset + index];
			if (run === undefined) return [];
			return [[id, `${run.status === 'completed' ? 'approved' : 'rejected'} at ${run.step_name}`]];
		}),
	);
};

const filesByEntry = (
	{ store }: Service,
	taskId: number,
): Map<number, Array<Entry['files'][number]>> => {
	const byEntry = new Map<number, Array<Entry['files'][number]>>();
	const rows = store.sql.all`
		SELECT l.activity_log_id, f.file_id, f.file_name
		FROM attachments a JOIN files f ON f.file_id = a.file_id
			JOIN activity_attachments l ON l.attachment_id = a.attachment_id
			JOIN activity_log e ON e.activity_log_id = l.activity_log_id
		WHERE a.task_id = ${taskId} AND e.task_id = ${taskId} ORDER BY l.activity_log_id, l.position`;
	for (const { activity_log_id, file_id, file_name } of rows) {
		const id = Number(activity_log_id);
		const file = { id: String(file_id), name: String(file_name) };
		byEntry.set(id, [...(byEntry.get(id) ?? []), file]);
	}
	return byEntry;
};

/** The newest entries of a task's activity log, each below the entry that it replies to. */
export const conversationOf = (service: Service, task: Task): Conversation => {
	const { sql } = service.store;
	const rows = sql.all`
		SELECT activity_log_id, kind, comment, reply_to, created_at, coalesce(u.name, '') AS author,
			(SELECT json_group_array(m.name) FROM json_each(a.mention_user_ids) ids
				JOIN users m ON m.user_id = ids.value) AS mentions
		FROM activity_log a LEFT JOIN users u ON u.user_id = a.user_id
		WHERE task_id = ${task.task_id} ORDER BY activity_log_id DESC LIMIT ${mostEntries}
	`.reverse();
	const count = sql.get`
		SELECT count(*) AS total FROM activity_log WHERE task_id = ${task.task_id}`;
	const decisionIds = rows
		.filter(({ kind }) => kind === 'decision')
		.map(({ activity_log_id }) => Number(activity_log_id));
	const outcome = outcomes(task, decisionIds);
	const files = filesByEntry(service, task.task_id);
	const byId = new Map<number, Entry>();
	const entries: Entry[] = [];
	for (const row of rows) {
		const id = Number(row.activity_log_id);
		const kind = String(row.kind);
		const entry: Entry = {
			id,
			kind,
			deed: outcome.get(id) ?? deeds[kind] ?? kind,
			author: String(row.author),
			createdAt: String(row.created_at),
			comment: row.comment === null ? [] : splitAtLinks(String(row.comment)),
			mentions: readJson(row.mentions),
			files: files.get(id) ?? [],
			replies: [],
		};
		byId.set(id, entry);
		const parent = byId.get(Number(row.reply_to));
		(parent?.replies ?? entries).push(entry);
	}
	return { entries, omitted: Number(count?.total) - rows.length };
};
