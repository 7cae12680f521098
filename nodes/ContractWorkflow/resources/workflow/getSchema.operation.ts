import { getWorkflowSchema } from '../../../../src';
import { operation } from '../../operation';
import { version, workflowId, workflowTarget } from '../../properties/locators';

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
			400: { advice: 'Version must be a whole number such as 1, or latest.' },
			404: {
				title: 'The workflow or its version was not found',
				advice: 'Check the Workflow and its Version.',
			},
		},
	},
	request: (parameters) => ({
		params: { workflow_id: parameters.workflowId, version: parameters.version },
	}),
	items: ({ workflow_schema: json }) => [{ json }],
});
