import type { Contract, OutputOf } from '../../../src/contract';
import type { Store } from './database';

type ActiveClickwrap = OutputOf<Contract['getClickwrap']>;
type PublishedVersion = OutputOf<Contract['getClickwrapHistory']>['versions'][number];

/** The active published version of a clickwrap, or undefined. */
export const activeClickwrap = (
	{ sql }: Store,
	organizationId: number,
	slug: string,
): ActiveClickwrap | undefined => {
	const row = sql.get`
		SELECT slug, title, clickwrap_type, content, content_html, clickwrap_version_id,
			version AS version_number
		FROM clickwraps JOIN clickwrap_versions USING (clickwrap_id)
		WHERE org_id = ${organizationId} AND slug = ${slug} AND is_draft = 0 AND archived_at IS NULL`;
	return row as ActiveClickwrap | undefined;
};

/** The published versions of a clickwrap, newest first; empty if there is no such clickwrap. */
export const publishedVersions = (
	{ sql }: Store,
	organizationId: number,
	slug: string,
): PublishedVersion[] => {
	const rows = sql.all`
		SELECT clickwrap_version_id, clickwrap_id, version, content, content_html, archived_at,
			v.created_at, v.updated_at
		FROM clickwraps JOIN clickwrap_versions v USING (clickwrap_id)
		WHERE org_id = ${organizationId} AND slug = ${slug} AND is_draft = 0
		ORDER BY version DESC`;
	return rows.map((row) => ({ ...row, is_draft: false })) as unknown as PublishedVersion[];
};

/** The text of a clickwrap version. */
export interface ClickwrapText {
	readonly content: string;
	readonly content_html: string | null;
}

/**
 * Publishes a new version of a clickwrap, and archives the active one (section 3). Returns the
 * number of the new version, or undefined if there is no such clickwrap.
 */
export const publishClickwrap = (
	{ sql }: Store,
	organizationId: number,
	slug: string,
	{ content, content_html }: ClickwrapText,
	now: string,
): number | undefined => {
	const clickwrap = sql.get`
		SELECT clickwrap_id, (SELECT max(version) FROM clickwrap_versions v
			WHERE v.clickwrap_id = c.clickwrap_id) AS last
		FROM clickwraps c WHERE org_id = ${organizationId} AND slug = ${slug}`;
	if (clickwrap === undefined) return undefined;
	const clickwrapId = Number(clickwrap.clickwrap_id);
	const version = Number(clickwrap.last) + 1;
	sql.run`
		UPDATE clickwrap_versions SET archived_at = ${now}, updated_at = ${now}
		WHERE clickwrap_id = ${clickwrapId} AND is_draft = 0 AND archived_at IS NULL`;
	sql.run`
		INSERT INTO clickwrap_versions (clickwrap_id, version, content, content_html, is_draft,
			created_at, updated_at)
		VALUES (${clickwrapId}, ${version}, ${content}, ${content_html}, 0, ${now}, ${now})`;
	return version;
};
