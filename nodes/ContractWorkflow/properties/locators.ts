import { property } from '../../shared/property';
import { workflow } from '../../shared/workflowPicker';
import type { Target } from '../operation';

/** What the link of a task ends in (section 2). */
export const taskLink = '/workflows/tasks/(\\d+)';

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
			typeOptions: {
				searchListMethod: 'searchTasks',
				searchable: true,
				slowLoadNotice: { message: 'A task is found at once by its ID', timeout: 3_000 },
			},
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://app.example.com/workflows/tasks/42',
			extractValue: { type: 'regex', regex: taskLink },
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
	...workflow,
	required: true,
	description: 'The workflow to work on',
	hint: 'The list holds the workflows of tasks. Any other workflow is found by its ID.',
});

/** The version of the workflow (section 9.1). */
export const version = property({
	displayName: 'Version',
	name: 'version',
	type: 'resourceLocator',
	default: { mode: 'list', value: 'latest', cachedResultName: 'Latest' },
	required: true,
	description: 'Number of a version, or latest',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchVersions', searchable: true },
		},
		{
			displayName: 'By Number',
			name: 'number',
			type: 'string',
			placeholder: 'e.g. 3, or latest',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '^(\\d+|latest)$',
						errorMessage: 'Not a version: it is a whole number, or latest',
					},
				},
			],
		},
	],
});

/** A step of the task that is chosen beside it. */
export const stepId = property({
	displayName: 'Step',
	name: 'stepId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchSteps', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. legal-approval',
		},
	],
	typeOptions: { loadOptionsDependsOn: ['taskId.value'] },
});

/** A run of a step of the task that is chosen beside it. */
export const stepRunId = property({
	displayName: 'Step Run',
	name: 'stepRunId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchStepRuns', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string' },
	],
	typeOptions: { loadOptionsDependsOn: ['taskId.value'] },
});

/** The workflow of an operation. */
export const workflowTarget = ({ workflowId: id }: { readonly workflowId: string }): Target => ({
	kind: 'workflow',
	id,
});
