import { byText, fromList, idLocator, locator, property } from '../../shared/fields/property';
import { workflow } from '../../shared/panel/peopleAndWorkflows';
import { taskIdIn } from '../../shared/task/place';

export const taskId = property({
	...idLocator,
	displayName: 'Task',
	name: 'taskId',
	required: true,
	modes: [
		fromList('searchTasks'),
		{
			...byText('By URL', 'url', 'https://app.example.com/workflows/tasks/42'),
			// How the link of a task ends (section 2).
			extractValue: { type: 'regex', regex: '/workflows/tasks/(\\d+)' },
		},
		byText('By ID', 'id', '42'),
	],
});

/** The task of an operation. */
export const taskTarget = ({ taskId: id }: { readonly taskId: string }) => ({
	kind: 'task',
	id: String(taskIdIn(id)),
});

export const workflowId = property({
	...workflow,
	required: true,
	hint: 'Lists those with tasks. For others, enter the ID.',
});

/** The version of the workflow (section 9.1). */
export const version = property({
	...locator,
	displayName: 'Version',
	name: 'version',
	default: { mode: 'list', value: 'latest', cachedResultName: 'Latest' },
	required: true,
	modes: [fromList('searchVersions'), byText('By Number', 'number', '3, or latest')],
});

/** A step of the chosen task. */
export const stepId = property({
	...idLocator,
	displayName: 'Step',
	name: 'stepId',
	required: true,
	modes: [fromList('searchSteps'), byText('By ID', 'id', 'legal-approval')],
	typeOptions: { loadOptionsDependsOn: ['taskId.value'] },
});

/** The words for a workflow or a version that does not exist. */
export const noVersion = {
	title: 'The workflow or its version was not found',
	advice: 'Check the Workflow and its Version.',
} as const;

export const workflowTarget = ({ workflowId: id }: { readonly workflowId: string }) => ({
	kind: 'workflow',
	id,
});
