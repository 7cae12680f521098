import type { Contract, OutputOf } from '../../../src/contract';
import type { HandlerOf } from '../api/handler';
import { notFound } from '../api/refusal';

/** The active published version. */
export const getClickwrap: HandlerOf<'getClickwrap'> = ({ params, actor }, { store }) => {
	const active = store.sql.get`
		SELECT slug, title, clickwrap_type, content, content_html, clickwrap_version_id,
			version AS version_number
		FROM clickwraps JOIN clickwrap_versions USING (clickwrap_id)
		WHERE org_id = ${actor.organizationId} AND slug = ${params.slug} AND is_draft = 0
			AND archived_at IS NULL`;
	if (active === undefined) throw notFound('Active clickwrap');
	return active as OutputOf<Contract['getClickwrap']>;
};

/** The published versions, newest first. */
export const getClickwrapHistory: HandlerOf<'getClickwrapHistory'> = (
	{ params: { slug }, actor },
	{ store },
) => {
	const rows = store.sql.all`
		SELECT clickwrap_version_id, clickwrap_id, version, content, content_html, archived_at,
			v.created_at, v.updated_at
		FROM clickwraps JOIN clickwrap_versions v USING (clickwrap_id)
		WHERE org_id = ${actor.organizationId} AND slug = ${slug} AND is_draft = 0
		ORDER BY version DESC`;
	if (rows.length === 0) throw notFound('Clickwrap');
	const versions = rows.map((row) => ({ ...row, is_draft: false }));
	return { slug, versions } as unknown as OutputOf<Contract['getClickwrapHistory']>;
};
