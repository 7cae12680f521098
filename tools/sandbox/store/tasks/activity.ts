import { isoTime } from '../../clock';
import type { Service } from '../../service';
import type { Store } from '../database';

/** One entry for a task's activity log. */
export interface ActivityEntry {
	readonly taskId: number;
	readonly kind: 'comment' | 'decision' | 'attachments' | 'signed_document' | 'initiated';
	readonly userId: number;
	/** What was decided, and where. Only the page shows it. */
	readonly outcome?: string;
	readonly comment?: string;
	readonly replyTo?: number | null;
	readonly mentionedUserIds?: readonly number[];
	/** In the order of the entry. */
	readonly attachmentIds?: readonly number[];
}

/** Adds an entry to the activity log and returns its id. */
export const addActivity = ({ store, clock }: Service, entry: ActivityEntry): number => {
	const { taskId, kind, userId, outcome = null, comment = null, replyTo = null } = entry;
	const { lastInsertRowid } = store.sql.run`
		INSERT INTO activity_log (task_id, kind, user_id, outcome, comment, reply_to,
			mention_user_ids, created_at)
		VALUES (${taskId}, ${kind}, ${userId}, ${outcome}, ${comment}, ${replyTo},
			${JSON.stringify(entry.mentionedUserIds ?? [])}, ${isoTime(clock.now())})`;
	const activityLogId = Number(lastInsertRowid);
	for (const [position, attachmentId] of (entry.attachmentIds ?? []).entries()) {
		store.sql.run`
			INSERT INTO activity_attachments (activity_log_id, position, attachment_id)
			VALUES (${activityLogId}, ${position}, ${attachmentId})`;
	}
	return activityLogId;
};

/** Kind of an entry in the task's activity log; undefined if the task has none with that id. */
export const activityKind = (
	{ sql }: Store,
	taskId: number,
	activityLogId: number,
): string | undefined => {
	const row = sql.get`
		SELECT kind FROM activity_log
		WHERE activity_log_id = ${activityLogId} AND task_id = ${taskId}`;
	return row === undefined ? undefined : String(row.kind);
};

/** Records a stored file as an attachment and returns the attachment's id. */
export const addAttachment = (
	{ sql }: Store,
	taskId: number,
	fileId: string,
	onTask: boolean,
): number => {
	const { lastInsertRowid } = sql.run`
		INSERT INTO attachments (task_id, file_id, on_task)
		VALUES (${taskId}, ${fileId}, ${Number(onTask)})`;
	return Number(lastInsertRowid);
};

/** Ids of the attachments that are stored on the task. */
export const taskAttachmentIds = ({ sql }: Store, taskId: number): Set<number> => {
	const rows = sql.all`
		SELECT attachment_id FROM attachments WHERE task_id = ${taskId} AND on_task = 1`;
	return new Set(rows.map(({ attachment_id }) => Number(attachment_id)));
};
