import { initiateWorkflow } from '../../../../src';
import { operation } from '../../operation';
import { moreFields, userEmail } from '../../properties';
import { noVersion, version, workflowId, workflowTarget } from '../../properties/locators';
import { inputValuesOf, labelOfVariable } from '../../variables/inputValues';
import { enteredIn, launchForm, specifyVariables, variablesJson } from '../../variables/variables';
import { metadata, metadataOf } from './metadata';

export const initiate = operation({
	name: 'Initiate',
	value: 'initiate',
	action: 'Initiate workflow',
	description: 'Initiate a workflow in the organization, which creates a task',
	builderHint: 'Take the variables from Workflow: Get Schema. Never invent IDs or types.',
	takesFiles: 'sometimes',
	endpoint: initiateWorkflow,
	properties: [
		workflowId,
		version,
		specifyVariables,
		launchForm,
		variablesJson,
		moreFields(metadata, userEmail),
	],
	target: workflowTarget,
	words: {
		done: () => 'launched',
		labels: { user: 'User Email' },
		labelOf: (names, _parameters, input) => labelOfVariable(names, input),
		statuses: {
			400: {
				advice:
					'Check the Version and the variables. The Version must be a whole number such as 1, or latest.',
			},
			404: noVersion,
			422: {
				advice: 'Compare the variables with the schema of the workflow (Workflow: Get Schema).',
			},
		},
	},
	write: {
		whereToLook:
			'Check the newest tasks to see if the task was created before you initiate the workflow again.',
		planColumns: ({ workflowId, version: of }) => ({ workflow_id: workflowId, version: of }),
		inOrder: false,
	},
	request: async (parameters, surroundings) => {
		const { additionalFields, specifyVariables: by, variables, variablesJson } = parameters;
		const entered = enteredIn(by === 'form' ? variables : variablesJson);
		return {
			params: { workflow_id: parameters.workflowId, version: parameters.version },
			body: {
				variables: await inputValuesOf(entered, surroundings, parameters),
				user: additionalFields.userEmail,
				metadata: metadataOf(additionalFields.metadata),
			},
		};
	},
});
