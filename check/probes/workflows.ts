import { getWorkflowSchema } from '../../src/contract';
import type { Body } from '../reading/body';
import { isBody } from '../reading/body';
import { remark } from '../reading/departure';
import { judgeWhileStill } from '../reading/rounds';
import type { Session } from '../reading/session';
import { disagree, judgeIdentity, look } from '../reading/session';
import { nameOf } from '../report/findings';

const endpoint = getWorkflowSchema;
const mostWorkflows = 6;
const place = 'workflow_schema';

/** The schema of a version; undefined where there is none, as the workflow of an old task may be gone. */
const readSchema = async (
	session: Session,
	workflow_id: string,
	version: string,
): Promise<Body | undefined> => {
	const body = await look(session, endpoint, { params: { workflow_id, version } }, [404]);
	if (body === undefined) {
		const effect = 'The nodes cannot show the variables of this workflow.';
		const open = 'a schema, or 404: not said if the workflow of a task stays';
		session.findings.add(nameOf(endpoint), remark(place, open, '404', effect));
		return undefined;
	}
	const schema = isBody(body.workflow_schema) ? body.workflow_schema : {};
	judgeIdentity(session, endpoint, `${place}.workflow_id`, workflow_id, schema.workflow_id);
	return schema;
};

/** Section 9.1: `latest` is the most recent version, so none that a task has is newer. */
const readWorkflow = async (
	session: Session,
	workflow_id: string,
	version: number,
): Promise<void> => {
	const known = await readSchema(session, workflow_id, String(version));
	judgeIdentity(session, endpoint, `${place}.version`, version, known?.version);
	const latest = await readSchema(session, workflow_id, 'latest');
	if (known?.version !== version || !Number.isSafeInteger(latest?.version)) return;
	if (Number(latest?.version) >= version) return;
	const effect = 'A workflow that initiates the latest version initiates an old one.';
	const expected = 'the most recent version for latest';
	disagree(session, endpoint, `${place}.version`, expected, 'an older one', effect);
};

/** Schemas of the workflows that tasks show (section 4). */
export const readWorkflows = async (session: Session, rows: readonly Body[]): Promise<void> => {
	const versions = new Map<string, number>();
	for (const { workflow_id, workflow_version } of rows) {
		if (typeof workflow_id !== 'string' || workflow_id === '') continue;
		if (!Number.isSafeInteger(workflow_version)) continue;
		const newest = Math.max(Number(workflow_version), versions.get(workflow_id) ?? 0);
		versions.set(workflow_id, newest);
	}
	for (const [workflow_id, version] of [...versions].slice(0, mostWorkflows)) {
		await judgeWhileStill(session, async (noting) => {
			await readWorkflow(noting, workflow_id, version);
		});
	}
};
