import type { Workflow } from '../workflow/definition';
import type { Store } from './database';
import { readJson } from './sql';

/**
 * One version of a workflow; undefined if the organization has none. `version` is an integer as
 * text, or `latest` for the most recent one (section 9.1).
 */
export const findWorkflow = (
	{ sql }: Store,
	organizationId: number,
	workflowId: string,
	version: string,
): Workflow | undefined => {
	const row =
		version === 'latest'
			? sql.get`SELECT schema, behavior FROM workflows
				WHERE org_id = ${organizationId} AND workflow_id = ${workflowId}
				ORDER BY version DESC LIMIT 1`
			: sql.get`SELECT schema, behavior FROM workflows
				WHERE org_id = ${organizationId} AND workflow_id = ${workflowId}
				AND version = ${Number(version)}`;
	if (row === undefined) return undefined;
	return { schema: readJson(row.schema), behavior: readJson(row.behavior) };
};
