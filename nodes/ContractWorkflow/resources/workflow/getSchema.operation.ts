import { getWorkflowSchema } from '../../../../src';
import { workflowId } from '../../locators';
import { operation } from '../../operation';
import { version } from '../../properties';

export const getSchema = operation({
	name: 'Get Schema',
	value: 'getSchema',
	action: 'Get schema of workflow',
	description: 'Get the variables and the steps of a workflow version',
	endpoint: getWorkflowSchema,
	properties: [workflowId, version],
	request: (parameters) => ({
		params: { workflow_id: parameters.workflowId, version: parameters.version },
	}),
	items: ({ workflow_schema }) => [{ json: workflow_schema }],
});
