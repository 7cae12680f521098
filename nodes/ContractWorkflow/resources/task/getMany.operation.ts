import { listTasks } from '../../../../src';
import { byText, fromList, locator, property } from '../../../shared/fields/property';
import {
	assigneeEmail,
	ownerEmail,
	taskFilter,
	taskStatus,
	workflowFilter,
} from '../../../shared/panel/taskFilters';
import { output, shapedTask, taskFields } from '../../../shared/rows/output';
import { operation } from '../../operation';
import { limit, returnAll } from '../../properties';

const currentStep = property({
	...locator,
	displayName: 'Current Step',
	name: 'currentStepId',
	neverBlank: true,
	modes: [fromList('searchCurrentSteps'), byText('By ID', 'id', 'legal-approval')],
});

export const getMany = operation({
	name: 'Get Many',
	value: 'getMany',
	action: 'Get many tasks',
	description: 'Get many tasks, by default only active ones',
	builderHint:
		'Returns 50 tasks unless "Return All" is on. Returns only active tasks unless a filter includes others.',
	endpoint: listTasks,
	properties: [
		returnAll,
		limit,
		output,
		taskFields,
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			neverBlank: true,
			placeholder: 'Add filter',
			default: {},
			options: [
				assigneeEmail,
				{
					displayName: 'Created At or After',
					name: 'lastCreatedAt',
					type: 'dateTime',
					default: '',
				},
				currentStep,
				{
					displayName: 'Include Inactive',
					name: 'includeInactive',
					type: 'boolean',
					default: false,
					description: 'Whether to include inactive tasks',
				},
				ownerEmail,
				taskStatus,
				{
					displayName: 'Updated At or After',
					name: 'lastUpdatedAt',
					type: 'dateTime',
					default: '',
				},
				{
					displayName: 'Waiting for Approval',
					name: 'waitingForApproval',
					type: 'boolean',
					default: true,
					description: 'Whether to return only tasks that can be decided now',
				},
				workflowFilter,
			],
		},
	],
	passes: ({ filters }) => {
		const { test, words } = taskFilter(filters);
		if (words === '') return undefined;
		const { includeInactive, status, waitingForApproval } = filters;
		const kind = status ?? (includeInactive && !waitingForApproval ? '' : 'active');
		const read = (count: number) => `${`${count} ${kind}`.trim()} tasks read`;
		return { test, none: (count) => `No task matches: ${read(count)}, none ${words}.` };
	},
	request: ({ filters }) => ({
		body: {
			status: filters.status,
			// Only the service knows which statuses are active: its own list leaves the others out.
			include_inactive: filters.waitingForApproval === true ? undefined : filters.includeInactive,
			last_created_at: filters.lastCreatedAt,
			last_updated_at: filters.lastUpdatedAt,
		},
	}),
	shape: shapedTask,
});
