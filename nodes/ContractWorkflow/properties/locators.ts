import { property } from '../../shared/property';
import type { Target } from '../operation';

/** The task that an operation works on. */
export const taskId = property({
	displayName: 'Task',
	name: 'taskId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The task to work on',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchTasks', searchable: true },
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/workflows/tasks/42',
			extractValue: { type: 'regex', regex: '/workflows/tasks/(\\d+)' },
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '.*/workflows/tasks/\\d+.*',
						errorMessage: 'Not the link of a task: it ends in /workflows/tasks/ and a number',
					},
				},
			],
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 42',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^\\d+$',
						errorMessage: 'Not the ID of a task: it is a whole number',
					},
				},
			],
		},
	],
});

/** The task of an operation: `042` names the same one as `42`. */
export const taskTarget = ({ taskId: id }: { readonly taskId: string }): Target => ({
	kind: 'task',
	id: /^-?\d+$/.test(id) ? BigInt(id).toString() : id,
});

/** The workflow that an operation works on. */
export const workflowId = property({
	displayName: 'Workflow',
	name: 'workflowId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The workflow to work on',
	hint: 'The list holds the workflows of recent tasks. For any other workflow enter its ID.',
	modes: [
		{
			displayName: 'From Recent Tasks',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchWorkflows', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. mutual-nda',
		},
	],
});

/** The workflow of an operation. */
export const workflowTarget = ({ workflowId: id }: { readonly workflowId: string }): Target => ({
	kind: 'workflow',
	id,
});
