import { details, getWorkflowSchema } from '../../src/contract';
import type { Body } from '../reading/body';
import type { Session } from '../reading/session';
import { refuse } from '../reading/session';
import { unchecked } from '../report/unchecked';

const strange = 'no_such_workflow_of_a_check';

/** What a workflow that there is not, and a version of the wrong form, are answered with. */
export const readRefusedWorkflows = async (
	session: Session,
	rows: readonly Body[],
): Promise<void> => {
	await refuse(
		session,
		getWorkflowSchema,
		{ params: { workflow_id: strange, version: '1' } },
		{ status: 404, when: 'for a workflow that there is not' },
	);
	const known = rows.find(({ workflow_id }) => typeof workflow_id === 'string');
	const version = 'newest';
	await refuse(
		session,
		unchecked(getWorkflowSchema),
		{ params: { workflow_id: known?.workflow_id ?? strange, version } },
		{
			status: 400,
			detail: details.invalidVersion(version),
			when: 'for a version that is neither a number nor latest',
		},
	);
};
