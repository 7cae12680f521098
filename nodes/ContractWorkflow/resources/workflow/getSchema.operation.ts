import { getWorkflowSchema } from '../../../../src';
import { operation } from '../../operation';
import { noVersion, version, workflowId, workflowTarget } from '../../properties/locators';

export const getSchema = operation({
	name: 'Get Schema',
	value: 'getSchema',
	action: 'Get schema of workflow',
	description: 'Get the variables and the steps of a workflow version',
	endpoint: getWorkflowSchema,
	properties: [workflowId, version],
	target: workflowTarget,
	words: {
		statuses: {
			404: noVersion,
		},
	},
	request: (parameters) => ({
		params: { workflow_id: parameters.workflowId, version: parameters.version },
	}),
	items: ({ workflow_schema: json }) => [{ json }],
});
