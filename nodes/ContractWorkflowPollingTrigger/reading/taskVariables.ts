import type { Client, ListedTask, OutputOf } from '../../../src';
import { getWorkflowSchema } from '../../../src';
import { ifThere } from '../../shared/panel/pickers';

type Definition = OutputOf<typeof getWorkflowSchema>['workflow_schema']['variables'][number];

/** The variables of tasks by ID, each with its type (section 2). */
export const variablesIn = (
	tasks: ReadonlyArray<Pick<ListedTask, 'variables'>>,
): ReadonlyMap<string, string> =>
	new Map(
		tasks
			.flatMap(({ variables }) => (Array.isArray(variables) ? variables : []))
			.map(({ variable_id: id, variable_type: type }) => [id, type]),
	);

/** The variables of the latest version of a workflow (section 4); none if there is no such workflow. */
export const variablesOf = async (
	client: Client,
	workflowId: string,
): Promise<readonly Definition[]> => {
	const params = { workflow_id: workflowId.trim(), version: 'latest' };
	const found = await ifThere(client.call(getWorkflowSchema, { params }));
	return found?.workflow_schema.variables ?? [];
};
