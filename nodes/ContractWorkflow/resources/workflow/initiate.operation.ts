import { initiateWorkflow } from '../../../../src';
import { operation } from '../../operation';
import { fileLabels, userEmail } from '../../properties';
import { version, workflowId, workflowTarget } from '../../properties/locators';
import { inputValuesOf, variables } from '../../properties/variables';
import { metadata, metadataJson, metadataOf } from './metadata';

export const initiate = operation({
	name: 'Initiate',
	value: 'initiate',
	action: 'Initiate workflow',
	description: 'Start a workflow in the organization, which creates a task',
	builderHint:
		'Take the variables from Workflow: Get Schema with one item per variable; never invent their IDs or types.',
	takesFiles: true,
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
			options: [metadata, metadataJson, userEmail],
		},
	],
	labels: { ...fileLabels, user: 'User Email' },
	statuses: {
		400: {
			advice:
				'Version must be a whole number such as 1, or latest, and the variables must be well-formed.',
		},
		404: { advice: 'Check the Workflow and its Version.' },
		422: {
			advice: 'Compare the variables with the schema of the workflow (operation Get Schema).',
		},
	},
	whereToLook: 'List the newest tasks to see whether it was created before you initiate it again.',
	target: workflowTarget,
	inOrder: false,
	request: async (parameters, { files }) => ({
		params: { workflow_id: parameters.workflowId, version: parameters.version },
		body: {
			variables: await inputValuesOf(parameters.variables.variable, files),
			user: parameters.additionalFields.userEmail,
			metadata: metadataOf(parameters.additionalFields),
		},
	}),
});
