import { property } from '../shared/fields/property';
import { output as outputMode, taskFields as fieldsOfTasks } from '../shared/rows/output';

/**
 * What starts the workflow (section 6). There is one event, so nothing reads the choice. n8n's list
 * of nodes shows its name.
 */
const event = property({
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: 'flows.tasks.commented',
	options: [{ name: 'Comment Posted', value: 'flows.tasks.commented' }],
});

const urlNotice = property({
	displayName:
		'Enter the test URL from above, with the secret, in the Contract Workflow Service. After publishing, enter the production URL.',
	name: 'urlNotice',
	type: 'notice',
	default: '',
});

export const authentication = property({
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	default: 'contractWorkflowWebhookApi',
	description: 'How to verify that a request comes from the service',
	options: [
		{
			name: 'None',
			value: 'none',
			description: 'Anyone with the URL can start the workflow',
		},
		{ name: 'Shared Secret', value: 'contractWorkflowWebhookApi' },
	],
});

export const loadTask = property({
	displayName: 'Load Task',
	name: 'loadTask',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to add the task to the output',
});

/** A path within a delivery, typed or picked from the sample. */
const pathField = {
	type: 'resourceLocator',
	default: { mode: 'path', value: '' },
	modes: [
		{
			displayName: 'By Path',
			name: 'path',
			type: 'string',
			placeholder: 'e.g. body.data.id',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '\\s*(=?\\{\\{\\s*)?(\\$json\\.?)?(body|headers|query)\\b.*',
						errorMessage: 'A path begins with body, headers or query',
					},
				},
			],
		},
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchSamplePaths', searchable: true },
		},
	],
	typeOptions: { loadOptionsDependsOn: ['options.sampleDelivery'] },
} as const;

export const taskIdPath = property({
	...pathField,
	displayName: 'Path to Task ID',
	name: 'taskIdPath',
	required: true,
	description: 'A task URL also works',
	displayOptions: { show: { loadTask: [true] } },
});

/** How much of the loaded task is returned. */
export const output = property({ ...outputMode, displayOptions: { show: { loadTask: [true] } } });

export const taskFields = property({
	...fieldsOfTasks,
	displayOptions: { show: { ...fieldsOfTasks.displayOptions.show, loadTask: [true] } },
});

export const filters = property({
	displayName: 'Only If',
	name: 'filters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Condition',
	default: {},
	options: [
		{
			displayName: 'Condition',
			name: 'filter',
			values: [
				{
					displayName: 'Path',
					name: 'path',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. body.data.text',
					description: 'Includes nested values',
					noDataExpression: true,
				},
				{
					displayName: 'Contains Any Of',
					name: 'containsAnyOf',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Word or Phrase' },
					default: [],
					required: true,
					description: 'Not case-sensitive',
				},
			],
		},
	],
});

/** Shown only if there are two or more conditions. */
export const match = property({
	displayName: 'Match',
	name: 'match',
	type: 'options',
	default: 'all',
	displayOptions: { show: { '/filters.filter[1]': [{ _cnd: { exists: true } }] } },
	options: [
		{ name: 'All Conditions', value: 'all' },
		{ name: 'Any Condition', value: 'any' },
	],
});

export const options = property({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Ignore Own Comments',
			name: 'ignoreOwnComments',
			type: 'boolean',
			default: true,
			description:
				'Whether to ignore comments with "(sent-by-n8n)". Switching this off can cause a loop.',
		},
		{
			...pathField,
			displayName: 'Ignore Repeats by ID',
			name: 'deliveryIdPath',
			description: 'Path to an ID that repeats share, within one process',
			neverBlank: true,
		},
		{
			displayName: 'Raw Body',
			name: 'rawBody',
			type: 'boolean',
			default: false,
			description: 'Whether to add the original body as a file',
		},
		{
			displayName: 'Sample Delivery',
			name: 'sampleDelivery',
			type: 'json',
			noDataExpression: true,
			default: '{}',
			typeOptions: { rows: 4 },
			description: 'Test output to pick paths from',
		},
	],
});

/**
 * The parameters of the trigger. The API text does not show the content of a delivery, so the user
 * enters each path.
 */
export const properties = [
	event,
	urlNotice,
	authentication,
	loadTask,
	taskIdPath,
	output,
	taskFields,
	filters,
	match,
	options,
] as const;
