import { initiateWorkflow } from '../../../../src';
import type { ValueOf } from '../../../shared/fields/property';
import { property } from '../../../shared/fields/property';
import { wrong } from '../../../shared/fields/propertyValue';
import { operation } from '../../operation';
import { moreFields, userEmail } from '../../properties';
import { noVersion, version, workflowId, workflowTarget } from '../../properties/locators';
import { inputValuesOf } from '../../variables/inputValues';
import { enteredIn, launchForm, specifyVariables, variablesJson } from '../../variables/variables';

/** Metadata of a task, one row for each key (section 4, initiate). */
const metadata = property({
	displayName: 'Metadata',
	name: 'metadata',
	type: 'fixedCollection',
	typeOptions: {
		multipleValues: true,
		fixedCollection: { itemTitle: '={{ $collection.item.value.name }}' },
	},
	placeholder: 'Add Entry',
	default: {},
	options: [
		{
			displayName: 'Entry',
			name: 'entry',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. deal_id',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					asGiven: true,
					default: '',
				},
			],
		},
	],
});

/** The `metadata` of a launch; undefined if none was added. @throws {WrongField} for a wrong name. */
const metadataOf = (
	given?: ValueOf<typeof metadata>,
): Readonly<Record<string, unknown>> | undefined => {
	if (!given || given.entry.length === 0) return undefined;
	const entries = given.entry.map(
		({ name, value }) =>
			[name ?? wrong(metadata, 'has a row without a name'), value ?? ''] as const,
	);
	const names = entries.map(([name]) => name);
	const twice = names.find((name, index) => names.indexOf(name) < index);
	if (twice !== undefined) wrong(metadata, `has two rows with the name ${twice}`);
	return Object.fromEntries(entries);
};

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
		const hasAny = (values: unknown) => Object.keys(Object(values) as object).length > 0;
		if (by === 'form' && entered && !hasAny(entered) && hasAny(variablesJson)) {
			wrong(specifyVariables, 'must be json: the form is empty, and there are variables as JSON');
		}
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
