import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { parameterReader } from '../../shared/fields/parameters';
import { taskId, version, workflowId } from '../properties/locators';
import type { WorkflowSchema } from '../variables/givenByItem';
import { schemaOf, schemaOfTask } from '../variables/workflowSchema';
import { askFor } from './panel';

/** The schema of the workflow and version chosen in the panel; undefined if none is chosen. */
export const schemaOfWorkflow = async (
	context: ILoadOptionsFunctions,
): Promise<WorkflowSchema | undefined> => {
	const chosen = parameterReader(context)(
		{ ...workflowId, required: false },
		{ ...version, required: false },
	);
	const { workflowId: workflow, version: number } = chosen;
	if (workflow === undefined || number === undefined) return undefined;
	return await schemaOf(await askFor(context), { workflowId: workflow, version: number });
};

/** The schema of the task chosen in the panel; undefined if none is chosen. */
export const schemaOfChosenTask = async (
	context: ILoadOptionsFunctions,
): Promise<WorkflowSchema | undefined> => {
	const { taskId: task } = parameterReader(context)({ ...taskId, required: false });
	return task === undefined ? undefined : await schemaOfTask(await askFor(context), task);
};
