import { property } from '../shared/fields/property';
import { defaultMarker } from '../shared/loopGuard';
import { output as outputMode, taskFields as fieldsOfTasks } from '../shared/rows/output';

const addressNotice = property({
	displayName:
		'Enter the address, from "Webhook URLs" above, in the Contract Workflow Service by hand: n8n cannot do it, and how the service takes it is not part of its API description. While you build that is the test URL, once the workflow is published the production URL.',
	name: 'addressNotice',
	type: 'notice',
	default: '',
});

/**
 * What starts the workflow (section 6): there is one event, so nothing reads the choice. n8n's list of
 * nodes shows what stands here.
 */
const event = property({
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: 'flows.tasks.commented',
	options: [
		{
			name: 'Comment Posted',
			value: 'flows.tasks.commented',
			description: 'A comment is posted on a task',
		},
	],
});

export const authentication = property({
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	default: 'contractWorkflowWebhookApi',
	description: 'How deliveries of the service are told from requests of anybody else',
	options: [
		{
			name: 'None',
			value: 'none',
			description: 'Everybody who knows the address can start the workflow',
		},
		{
			name: 'Shared Secret',
			value: 'contractWorkflowWebhookApi',
			description: 'Only requests that carry the secret start the workflow',
		},
	],
});

const secretNotice = property({
	displayName:
		'The secret goes with the address, as …/webhook?token=SECRET, or in a header: the credential says which. A delivery without it is refused with 401.',
	name: 'secretNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { authentication: ['contractWorkflowWebhookApi'] } },
});

const noSecretNotice = property({
	displayName:
		'Without a secret everybody who learns the address can start this workflow, with any content. Treat what arrives as unproven: load the task before you act on it.',
	name: 'noSecretNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { authentication: ['none'] } },
});

export const loadTask = property({
	displayName: 'Load Task',
	name: 'loadTask',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to get the task of the delivery from the service and attach it',
});

/** A sample to pick paths from is only of use where there is a path to pick. */
export const sampleDelivery = property({
	displayName: 'Sample Delivery',
	name: 'sampleDelivery',
	type: 'json',
	noDataExpression: true,
	default: '{}',
	typeOptions: { rows: 4 },
	description:
		'A delivery to pick paths from. To get one, press Execute Step while Load Task and Ignore Repeats are off, comment on a task, and paste the output here as JSON. Only the lists of paths use it.',
	displayOptions: { show: { loadTask: [true] } },
});

const sampleForRepeats = property({
	...sampleDelivery,
	displayOptions: { show: { loadTask: [false], ignoreRepeats: [true] } },
});

export const taskIdPath = property({
	displayName: 'Path to Task ID',
	name: 'taskIdPath',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'Where a delivery holds the ID or the link of the task',
	displayOptions: { show: { loadTask: [true] } },
	modes: [
		{
			displayName: 'From Sample',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchSamplePaths', searchable: true },
		},
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
						errorMessage: 'Not a path: it begins with body, headers or query',
					},
				},
			],
		},
	],
	typeOptions: { loadOptionsDependsOn: ['sampleDelivery'] },
});

/** How much of the loaded task comes out. */
export const output = property({ ...outputMode, displayOptions: { show: { loadTask: [true] } } });

export const taskFields = property({
	...fieldsOfTasks,
	displayOptions: { show: { ...fieldsOfTasks.displayOptions.show, loadTask: [true] } },
});

export const ignoreRepeats = property({
	displayName: 'Ignore Repeats',
	name: 'ignoreRepeats',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to start only once for each ID, of the last 1000. Two n8n processes that take deliveries at the same moment can forget an ID or start twice.',
});

const repeatsNotice = property({
	displayName:
		'With several n8n processes for webhooks (queue mode), an ID can start the workflow again: one that reaches two processes at the same moment, or one that is forgotten because another process took a delivery at that moment. Put a unique key in a database behind this node, or let one process take these webhooks. Tests remember no IDs.',
	name: 'repeatsNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { ignoreRepeats: [true] } },
});

export const deliveryIdPath = property({
	...taskIdPath,
	displayName: 'Path to Delivery ID',
	name: 'deliveryIdPath',
	description: 'Where a delivery holds what stays the same when it is repeated',
	displayOptions: { show: { ignoreRepeats: [true] } },
});

export const ignoreMarked = property({
	displayName: 'Ignore Marked Comments',
	name: 'ignoreMarked',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description:
		'Whether to ignore deliveries that hold the marker which the Comment operation can put in front. A workflow that answers comments needs both, or it answers itself forever.',
});

export const loopGuardMarker = property({
	displayName: 'Loop Guard Marker',
	name: 'loopGuardMarker',
	type: 'string',
	default: defaultMarker,
	required: true,
	description: 'The same text as in the Comment operation, under Additional Fields',
	displayOptions: { show: { ignoreMarked: [true] } },
});

export const filters = property({
	displayName: 'Only If',
	name: 'filters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Condition',
	default: {},
	description: 'Conditions on the delivery; others are answered, and start nothing',
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
					description:
						'Where to look: at this path and everywhere below it. In the output of a test, Copy Item Path gives it.',
					noDataExpression: true,
				},
				{
					displayName: 'Contains Any Of',
					name: 'containsAnyOf',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Word or Phrase' },
					default: [],
					required: true,
					description: 'Words or phrases. One of them is enough, in upper or lower case.',
				},
			],
		},
	],
});

export const combine = property({
	displayName: 'Must Match',
	name: 'combine',
	type: 'options',
	default: 'all',
	options: [
		{ name: 'All', value: 'all', description: 'Each condition of Only If' },
		{ name: 'Any', value: 'any', description: 'At least one condition of Only If' },
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
			displayName: 'Raw Body',
			name: 'rawBody',
			type: 'boolean',
			default: false,
			description:
				'Whether to attach the bytes of the body as they were received, in the binary field rawBody',
		},
	],
});

/** The parameters of the trigger. What a delivery holds is not shown, so each path is the user's. */
export const properties = [
	event,
	addressNotice,
	authentication,
	secretNotice,
	noSecretNotice,
	loadTask,
	sampleDelivery,
	taskIdPath,
	output,
	taskFields,
	ignoreRepeats,
	repeatsNotice,
	sampleForRepeats,
	deliveryIdPath,
	ignoreMarked,
	loopGuardMarker,
	combine,
	filters,
	options,
] as const;
