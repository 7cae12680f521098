import { slug as clickwrapSlug } from '../shared/clickwrapSlug';
import {
	documentFields as fieldsOfDocuments,
	output as outputMode,
	taskFields as fieldsOfTasks,
} from '../shared/output';
import { property } from '../shared/property';
import { assigneeEmail, ownerEmail, workflowFilter } from '../shared/taskFilters';
import { taskStatus } from '../shared/taskStatus';

/** The events of documents, and those of tasks. */
export const documentEvents = [
	'documentCreated',
	'documentFieldBecomesClear',
	'documentFieldBecomesUnclear',
	'documentUpdated',
] as const;
export const taskEvents = [
	'taskCreated',
	'taskStatusIs',
	'taskUpdated',
	'taskWaitsForApproval',
] as const;

export const event = property({
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: 'taskCreated',
	options: [
		{
			name: 'Clickwrap Version Published',
			value: 'clickwrapVersionPublished',
			description: 'A new version of a clickwrap is published',
		},
		{
			name: 'Document Created',
			value: 'documentCreated',
			description: 'A document comes into the document store',
		},
		{
			name: 'Document Field Becomes Clear',
			value: 'documentFieldBecomesClear',
			description: 'The value of a field, uncertain so far, no longer is',
		},
		{
			name: 'Document Field Becomes Unclear',
			value: 'documentFieldBecomesUnclear',
			description: 'The value of a field is uncertain; in a new document as well',
		},
		{
			name: 'Document Updated',
			value: 'documentUpdated',
			description: 'What the search shows of a document changes; a new one counts as well',
		},
		{ name: 'Task Created', value: 'taskCreated', description: 'A workflow is initiated' },
		{
			name: 'Task Status Is',
			value: 'taskStatusIs',
			description: 'A task comes into the status that you choose',
		},
		{
			name: 'Task Updated',
			value: 'taskUpdated',
			description: 'A task changes; a new one counts as well. Not for comments.',
		},
		{
			name: 'Task Waits for Approval',
			value: 'taskWaitsForApproval',
			description: 'A task comes to an approval step',
		},
	],
});

const taskUpdatedNotice = property({
	displayName:
		'Not for comments: whether a comment counts as a change of its task is not part of the API description. For comments there is Contract Workflow Trigger.',
	name: 'taskUpdatedNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { event: ['taskUpdated'] } },
});

const documentUpdatedNotice = property({
	displayName:
		'A document comes out when what the search shows of it has changed. The service tells no time of an update: this rests on its cursor "by update time", and a change that the search does not show starts nothing.',
	name: 'documentUpdatedNotice',
	type: 'notice',
	default: '',
	displayOptions: {
		show: {
			event: ['documentFieldBecomesClear', 'documentFieldBecomesUnclear', 'documentUpdated'],
		},
	},
});

// Lists of their own, for n8n's lint would have each live choice end in "Names or IDs".
const liveThingsOfTasks = {
	loadOptionsMethod: 'taskThings',
	loadOptionsDependsOn: ['taskFilters'],
} as const;
const liveThingsOfDocuments = { loadOptionsMethod: 'documentThings' } as const;
const liveFields = { loadOptionsMethod: 'documentFields' } as const;

const expressionLink = '<a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** What of a task must change. */
export const taskThings = property({
	displayName: 'Only When These Change',
	name: 'taskThings',
	type: 'multiOptions',
	asGiven: true,
	typeOptions: liveThingsOfTasks,
	default: [],
	displayOptions: { show: { event: ['taskUpdated'] } },
	description: `Each item then says in "changed" what each of them was and is. If empty, any change counts. Choose from the list, or specify IDs using an ${expressionLink}.`,
	hint: 'Variables come with their names once Filters has a workflow',
});

/** What of a document must change. */
export const documentThings = property({
	displayName: 'Only When These Change',
	name: 'documentThings',
	type: 'multiOptions',
	asGiven: true,
	typeOptions: liveThingsOfDocuments,
	default: [],
	displayOptions: { show: { event: ['documentUpdated'] } },
	description: `Each item then says in "changed" what each of them was and is. If empty, any change counts. Choose from the list, or specify IDs using an ${expressionLink}.`,
});

/** The fields whose marker counts. */
export const markedFieldsOf = property({
	displayName: 'Of These Fields',
	name: 'markedFields',
	type: 'multiOptions',
	asGiven: true,
	typeOptions: liveFields,
	default: [],
	displayOptions: {
		show: { event: ['documentFieldBecomesClear', 'documentFieldBecomesUnclear'] },
	},
	description: `Each item says in "changed" which fields were and are unclear. If empty, any field counts. Choose from the list, or specify IDs using an ${expressionLink}.`,
});

export const status = property({
	...taskStatus,
	default: 'completed',
	displayOptions: { show: { event: ['taskStatusIs'] } },
});

export const slug = property({
	...clickwrapSlug,
	displayOptions: { show: { event: ['clickwrapVersionPublished'] } },
});

export const taskFilters = property({
	displayName: 'Filters',
	name: 'taskFilters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	displayOptions: { show: { event: taskEvents } },
	options: [assigneeEmail, ownerEmail, workflowFilter],
});

export const documentFilters = property({
	displayName: 'Filters',
	name: 'documentFilters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	displayOptions: { show: { event: documentEvents } },
	options: [{ ...workflowFilter, description: 'The workflow that a document comes from' }],
});

export const options = property({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'If Not Remembered',
			name: 'ifNotRemembered',
			type: 'options',
			default: 'start',
			displayOptions: {
				show: { '/event': ['documentFieldBecomesUnclear', 'documentUpdated', 'taskUpdated'] },
			},
			description:
				'What becomes of a task or document that is new, or that is no longer remembered, where only some changes count: what it was before is not known',
			options: [
				{
					name: 'Start the Workflow',
					value: 'start',
					description: 'Its "changed" is null',
				},
				{
					name: 'Start Nothing',
					value: 'nothing',
					description: 'It is remembered from then on',
				},
			],
		},
		{
			displayName: 'Start With What Is There',
			name: 'backlog',
			type: 'boolean',
			default: false,
			description:
				'Whether the first poll gives everything that is there already. Otherwise it gives nothing, and only what comes later counts.',
		},
	],
});

/** How much of each task or document comes out. */
export const output = property({
	...outputMode,
	displayOptions: { show: { event: [...taskEvents, ...documentEvents] } },
});

export const taskFields = property({
	...fieldsOfTasks,
	name: 'taskFields',
	displayOptions: { show: { ...fieldsOfTasks.displayOptions.show, event: taskEvents } },
});

export const documentFields = property({
	...fieldsOfDocuments,
	name: 'documentFields',
	displayOptions: { show: { ...fieldsOfDocuments.displayOptions.show, event: documentEvents } },
});

/** The parameters of the trigger; n8n adds the times of polling. */
export const properties = [
	event,
	taskUpdatedNotice,
	documentUpdatedNotice,
	status,
	slug,
	taskThings,
	documentThings,
	markedFieldsOf,
	taskFilters,
	documentFilters,
	output,
	taskFields,
	documentFields,
	options,
] as const;
