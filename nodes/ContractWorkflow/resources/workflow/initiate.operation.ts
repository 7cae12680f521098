import { initiateWorkflow } from '../../../../src';
import { operation } from '../../operation';
import { fileLabels, userEmail } from '../../properties';
import { version, workflowId, workflowTarget } from '../../properties/locators';
import type { Surroundings } from '../../surroundings';
import { inputValuesOf, labelOfVariable } from '../../variables/inputValues';
import { enteredIn, launchForm, specifyVariables, variablesJson } from '../../variables/variables';
import { schemaOf } from '../../variables/workflowSchema';
import { metadata, metadataOf } from './metadata';

/** The schema. If its version is not active, a hint says so, and the service decides. */
const activeSchema = async (
	chosen: { readonly workflowId: string; readonly version: string },
	{ ask, remark }: Surroundings,
) => {
	const schema = await schemaOf(ask, chosen);
	const { workflow_name, version: number, is_active } = schema;
	if (is_active === false) remark(`Version ${number} of ${workflow_name} is not active.`);
	return schema;
};

export const initiate = operation({
	name: 'Initiate',
	value: 'initiate',
	action: 'Initiate workflow',
	description: 'Initiate a workflow in the organization, which creates a task',
	builderHint:
		'Take the variables from Workflow: Get Schema, with one item per variable. Never invent IDs or types.',
	takesFiles: 'sometimes',
	endpoint: initiateWorkflow,
	properties: [
		workflowId,
		version,
		specifyVariables,
		launchForm,
		variablesJson,
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add field',
			default: {},
			options: [metadata, userEmail],
		},
	],
	target: workflowTarget,
	words: {
		done: () => 'launched',
		labels: { ...fileLabels, user: 'User Email' },
		labelOf: (names, _parameters, input) => labelOfVariable(names, input),
		statuses: {
			400: {
				advice:
					'Check the Version and the variables. The Version must be a whole number such as 1, or latest.',
			},
			404: {
				title: 'The workflow or its version was not found',
				advice: 'Check the Workflow and its Version.',
			},
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
		const { additionalFields, specifyVariables: by, variables, variablesJson: values } = parameters;
		const entered = by === 'form' ? enteredIn(variables) : { isAutomatic: false, values };
		return {
			params: { workflow_id: parameters.workflowId, version: parameters.version },
			body: {
				variables: await inputValuesOf(entered, surroundings, {
					isLaunch: true,
					schema: async () => await activeSchema(parameters, surroundings),
				}),
				user: additionalFields.userEmail,
				metadata: metadataOf(additionalFields.metadata),
			},
		};
	},
});
