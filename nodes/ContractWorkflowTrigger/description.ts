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

/** A description cannot know the names in the chosen credential: these are their defaults. */
const urlNotice = property({
	displayName:
		'Enter the test URL in the service, with …?token=SECRET or the header X-Webhook-Secret. Later, the production URL.',
	name: 'urlNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { authentication: ['contractWorkflowWebhookApi'] } },
});

export const authentication = property({
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	default: 'contractWorkflowWebhookApi',
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
	description: 'Whether to add the task',
});

export const taskIdPath = property({
	displayName: 'Path to Task ID',
	name: 'taskIdPath',
	type: 'string',
	default: '',
	required: true,
	noDataExpression: true,
	placeholder: 'e.g. body.task_id',
	description: 'In body, headers or query',
	displayOptions: { show: { loadTask: [true] } },
});

/** How much of the loaded task is returned. */
export const output = property({ ...outputMode, displayOptions: { show: { loadTask: [true] } } });

export const taskFields = property({
	...fieldsOfTasks,
	displayOptions: { show: { ...fieldsOfTasks.displayOptions.show, loadTask: [true] } },
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
			description: 'Whether to ignore comments with "(sent-by-n8n)"',
		},
		{
			displayName: 'Path to Comment',
			name: 'commentPath',
			type: 'string',
			default: '',
			noDataExpression: true,
			placeholder: 'e.g. body.data.comment',
			description: 'Where "(sent-by-n8n)" is looked for',
		},
		{
			displayName: 'Raw Body',
			name: 'rawBody',
			type: 'boolean',
			default: false,
			description: 'Whether to add it as a file',
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
	options,
] as const;
