import { initiateWorkflow } from '../../../../src';
import { workflowId } from '../../locators';
import { operation } from '../../operation';
import { userEmail, version } from '../../properties';
import { inputValuesOf, variables } from '../../variables';

export const initiate = operation({
	name: 'Initiate',
	value: 'initiate',
	action: 'Initiate workflow',
	description: 'Start a workflow in the organization, which creates a task',
	endpoint: initiateWorkflow,
	properties: [
		workflowId,
		version,
		variables,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [
				{
					displayName: 'Metadata',
					name: 'metadata',
					type: 'json',
					default: '{}',
					description: 'Object of keys and values that is attached to the task',
				},
				userEmail,
			],
		},
	],
	request: async (parameters, files) => ({
		params: { workflow_id: parameters.workflowId, version: parameters.version },
		body: {
			variables: await inputValuesOf(parameters.variables.variable, files),
			user: parameters.additionalFields.userEmail,
			// Checked against the contract before anything is sent.
			metadata: parameters.additionalFields.metadata as Record<string, unknown> | undefined,
		},
	}),
});
