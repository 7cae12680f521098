import { initiateWorkflow } from '../../../../src';
import type { ValueOf } from '../../../shared/fields/property';
import { property } from '../../../shared/fields/property';
import { WrongField } from '../../../shared/words/explained';
import { operation } from '../../operation';
import { moreFields, userEmail } from '../../properties';
import { noVersion, version, workflowId, workflowTarget } from '../../properties/locators';
import { readRows, rowLabel } from '../../properties/readRows';
import { inputValuesOf } from '../../variables/inputValues';
import { enteredIn, launchForm, specifyVariables, variablesJson } from '../../variables/variables';

/** Metadata of a task, one row for each key (section 4, initiate). */
const metadata = property({
	displayName: 'Metadata',
	name: 'metadata',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
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

/**
 * The `metadata` of a launch; undefined if none was added.
 * @throws {Explained} that names each row without a name, or with one of an earlier row.
 */
const metadataOf = (
	given?: ValueOf<typeof metadata>,
): Readonly<Record<string, unknown>> | undefined => {
	if (!given || given.entry.length === 0) return undefined;
	const names = given.entry.map(({ name }) => name);
	const entries = readRows(given.entry, ({ name, value }, index) => {
		if (name === undefined) {
			throw new WrongField(rowLabel('Metadata', index, undefined, 'Name'), 'is required');
		}
		if (names.indexOf(name) < index) {
			throw new WrongField(rowLabel('Metadata', index, name), 'is already set by an earlier row');
		}
		return [name, value ?? ''] as const;
	});
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
