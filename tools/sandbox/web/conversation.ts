import type { Service } from '../service';
import { readJson } from '../store/sql';

/** A piece of a text. `href` is set if the piece is a URL. */
interface TextPart {
	readonly text: string;
	readonly href: string | null;
}

/** Excludes the punctuation after a URL, which belongs to the sentence around it. */
const addresses = /(https?:\/\/[^\s<>"]*[^\s<>"'.,:;!?)\]}])/gi;

/** Splits a text at its URLs. Only http and https count. */
const splitAtLinks = (text: string): TextPart[] =>
	text
		.split(addresses)
		// The captures of the pattern are at the odd indexes.
		.map((part, place) => ({
			text: part,
			href: place % 2 === 1 && URL.canParse(part) ? part : null,
		}))
		.filter((part) => part.text !== '');

/** An entry of a task's activity log, with its replies. */
export interface Entry {
	readonly id: number;
	/** Whether it can be replied to. */
	readonly isComment: boolean;
	/** What the member did, for example `approved at Legal approval`. */
	readonly deed: string;
	readonly author: string;
	readonly createdAt: string;
	readonly comment: readonly TextPart[];
	readonly mentions: readonly string[];
	readonly files: ReadonlyArray<{ readonly id: string; readonly name: string }>;
	readonly replies: Entry[];
}

const deeds: Readonly<Record<string, string>> = {
	comment: 'commented',
	attachments: 'attached files',
	signed_document: 'uploaded a signed document',
	initiated: 'initiated the workflow',
};

/** The entries of a task's activity log, oldest first, each below the entry that it replies to. */
export const conversationOf = ({ store }: Service, taskId: number): Entry[] => {
	const rows = store.sql.all`
		SELECT activity_log_id, kind, outcome, comment, reply_to, created_at,
			coalesce(u.name, '') AS author,
			(SELECT json_group_array(m.name) FROM json_each(a.mention_user_ids) ids
				JOIN users m ON m.user_id = ids.value) AS mentions,
			(SELECT json_group_array(json_object('id', f.file_id, 'name', f.file_name))
				FROM activity_attachments l JOIN attachments t ON t.attachment_id = l.attachment_id
					JOIN files f ON f.file_id = t.file_id
				WHERE l.activity_log_id = a.activity_log_id) AS files
		FROM activity_log a LEFT JOIN users u ON u.user_id = a.user_id
		WHERE task_id = ${taskId} ORDER BY activity_log_id`;
	const byId = new Map<number, Entry>();
	const entries: Entry[] = [];
	for (const row of rows) {
		const kind = String(row.kind);
		const entry: Entry = {
			id: Number(row.activity_log_id),
			isComment: kind === 'comment',
			deed: typeof row.outcome === 'string' ? row.outcome : (deeds[kind] ?? kind),
			author: String(row.author),
			createdAt: String(row.created_at),
			comment: row.comment === null ? [] : splitAtLinks(String(row.comment)),
			mentions: readJson(row.mentions),
			files: readJson(row.files),
			replies: [],
		};
		byId.set(entry.id, entry);
		(byId.get(Number(row.reply_to))?.replies ?? entries).push(entry);
	}
	return entries;
};
