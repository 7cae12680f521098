/** Incremented with every change of the tables. A file of another version is refused. */
export const storeVersion = 6;

/**
 * The tables. Tasks and documents keep the JSON text of the API's response (`body`), so that SQLite
 * composes a page and it is sent unchanged. Values for filters and sorting have columns.
 */
export const tables = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE organizations (org_id INTEGER PRIMARY KEY, name TEXT NOT NULL, entities TEXT NOT NULL);
CREATE TABLE users (
	user_id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, email TEXT NOT NULL, name TEXT NOT NULL,
	active INTEGER NOT NULL DEFAULT 1, UNIQUE (org_id, email)
);
CREATE TABLE api_keys (
	api_key_id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, user_id INTEGER NOT NULL,
	name TEXT NOT NULL, secret TEXT NOT NULL UNIQUE, active INTEGER NOT NULL DEFAULT 1,
	revoked INTEGER NOT NULL DEFAULT 0, expires_at TEXT, rate_limit INTEGER
);
CREATE TABLE access_tokens (
	token TEXT PRIMARY KEY, org_id INTEGER NOT NULL, user_id INTEGER, name TEXT NOT NULL,
	scope TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0, expires_at TEXT
) WITHOUT ROWID;
CREATE TABLE oauth_grants (
	token TEXT PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL, expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE groups (
	group_id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, name TEXT NOT NULL,
	member_user_ids TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE (org_id, name)
);

CREATE TABLE document_types (
	position INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, body TEXT NOT NULL
);
CREATE TABLE org_fields (org_field_id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, body TEXT NOT NULL);
CREATE TABLE attribute_definitions (
	org_id INTEGER NOT NULL, name TEXT NOT NULL, field_type TEXT NOT NULL,
	PRIMARY KEY (org_id, name, field_type)
) WITHOUT ROWID;
CREATE TABLE files (
	file_id TEXT PRIMARY KEY, org_id INTEGER NOT NULL, file_name TEXT NOT NULL,
	created_at TEXT NOT NULL, content BLOB
);
CREATE TABLE documents (
	document_id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, file_id TEXT NOT NULL UNIQUE,
	created_at TEXT NOT NULL, updated_at TEXT NOT NULL, mapped_fields TEXT NOT NULL DEFAULT '[]',
	body TEXT NOT NULL
);
CREATE TABLE field_values (
	field_id INTEGER NOT NULL, document_id INTEGER NOT NULL, text TEXT, folded TEXT, number REAL,
	PRIMARY KEY (field_id, document_id)
) WITHOUT ROWID;
CREATE TABLE attributes (
	file_id TEXT NOT NULL, name TEXT NOT NULL, field_type TEXT NOT NULL, value TEXT NOT NULL,
	document_id INTEGER, text TEXT, folded TEXT, number REAL,
	PRIMARY KEY (file_id, name)
) WITHOUT ROWID;

CREATE TABLE workflows (
	org_id INTEGER NOT NULL, workflow_id TEXT NOT NULL, version INTEGER NOT NULL,
	schema TEXT NOT NULL, behavior TEXT NOT NULL, PRIMARY KEY (org_id, workflow_id, version)
) WITHOUT ROWID;
CREATE TABLE tasks (
	task_id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, status TEXT NOT NULL,
	created_at TEXT NOT NULL, updated_at TEXT NOT NULL, external_source_id TEXT,
	linked INTEGER NOT NULL DEFAULT 1, metadata TEXT, listed TEXT NOT NULL,
	body TEXT NOT NULL
);
CREATE TABLE activity_log (
	activity_log_id INTEGER PRIMARY KEY, task_id INTEGER NOT NULL, kind TEXT NOT NULL,
	user_id INTEGER NOT NULL, outcome TEXT, comment TEXT, reply_to INTEGER,
	mention_user_ids TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE TABLE attachments (
	attachment_id INTEGER PRIMARY KEY, task_id INTEGER NOT NULL, file_id TEXT NOT NULL,
	on_task INTEGER NOT NULL
);
CREATE TABLE activity_attachments (
	activity_log_id INTEGER NOT NULL, position INTEGER NOT NULL, attachment_id INTEGER NOT NULL,
	PRIMARY KEY (activity_log_id, position)
) WITHOUT ROWID;
CREATE TABLE signed_documents (
	step_run_id TEXT NOT NULL, file_id TEXT NOT NULL, task_id INTEGER NOT NULL,
	step_id TEXT NOT NULL, step_name TEXT NOT NULL, PRIMARY KEY (step_run_id, file_id)
) WITHOUT ROWID;
CREATE TABLE step_documents (
	task_id INTEGER NOT NULL, step_id TEXT NOT NULL, file_id TEXT NOT NULL,
	PRIMARY KEY (task_id, step_id)
) WITHOUT ROWID;

CREATE TABLE clickwraps (
	clickwrap_id INTEGER PRIMARY KEY, org_id INTEGER NOT NULL, slug TEXT NOT NULL,
	title TEXT NOT NULL, clickwrap_type TEXT NOT NULL, UNIQUE (org_id, slug)
);
CREATE TABLE clickwrap_versions (
	clickwrap_version_id INTEGER PRIMARY KEY, clickwrap_id INTEGER NOT NULL,
	version INTEGER NOT NULL, content TEXT NOT NULL, content_html TEXT,
	is_draft INTEGER NOT NULL, archived_at TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
	UNIQUE (clickwrap_id, version)
);

CREATE TABLE subscriptions (
	subscription_id INTEGER PRIMARY KEY AUTOINCREMENT, org_id INTEGER NOT NULL, event TEXT NOT NULL,
	url TEXT NOT NULL, signing_key TEXT NOT NULL, form TEXT NOT NULL
);
CREATE TABLE deliveries (
	delivery_id INTEGER PRIMARY KEY AUTOINCREMENT, subscription_id INTEGER NOT NULL, event TEXT NOT NULL,
	fields TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT NOT NULL, next_attempt_at INTEGER,
	attempts TEXT NOT NULL DEFAULT '[]', request TEXT
);
`;

/**
 * Indexes, created after the first data: maintaining them during the inserts takes longer.
 */
export const indexes = `
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE status = 'pending';
CREATE INDEX documents_created ON documents (org_id, created_at, document_id, updated_at);
CREATE INDEX documents_updated ON documents (org_id, updated_at, document_id, created_at);
CREATE INDEX field_texts ON field_values (field_id, text) WHERE text IS NOT NULL;
CREATE INDEX field_numbers ON field_values (field_id, number) WHERE number IS NOT NULL;
CREATE INDEX attributes_of_documents ON attributes (document_id, name, field_type);
CREATE INDEX attribute_texts ON attributes (name, field_type, text, document_id);
CREATE INDEX tasks_created ON tasks (org_id, created_at DESC, task_id DESC, status, updated_at);
CREATE INDEX tasks_by_source ON tasks (org_id, external_source_id) WHERE external_source_id IS NOT NULL;
CREATE INDEX activity_of_task ON activity_log (task_id);
CREATE INDEX attachments_of_task ON attachments (task_id);
CREATE INDEX signed_documents_of_task ON signed_documents (task_id);
`;
