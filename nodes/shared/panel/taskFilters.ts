import type { Row } from '../../../src';
import { taskStatuses } from '../../../src';
import { property } from '../fields/property';
import { waitsForApproval } from '../task/place';
import { capitalized } from '../words/labels';
import { person, workflow } from './peopleAndWorkflows';

/*
 * Filters that the service's list does not have. An empty one is an error, and never selects all
 * tasks.
 */

export const assigneeEmail = property({
	...person,
	displayName: 'Assignee Email',
	name: 'assigneeEmail',
	neverBlank: true,
});

export const ownerEmail = property({
	...person,
	displayName: 'Owner Email',
	name: 'ownerEmail',
	neverBlank: true,
});

export const workflowFilter = property({ ...workflow, neverBlank: true });

/** A task status (section 3). */
export const taskStatus = property({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'in_progress',
	options: [...taskStatuses].sort().map((value) => ({ name: capitalized(value), value })),
});

/** The conditions that a task must meet to be returned. */
export interface TaskFilters {
	readonly assigneeEmail?: string;
	readonly currentStepId?: string;
	readonly ownerEmail?: string;
	readonly workflowId?: string;
	readonly waitingForApproval?: boolean;
}

/** The address, also of a link or with a name before it, as mail programs copy it. */
const addressIn = (text: string): string | undefined =>
	/^(?:.*<)?(?:mailto:)?([^<>?]*)/i.exec(text)?.[1]?.toLowerCase();

const isSameEmail = (wanted: string | undefined, given: unknown): boolean =>
	wanted === undefined || (typeof given === 'string' && given.toLowerCase() === addressIn(wanted));

/** What the filters ask of a task, in words. */
export const filterWords = (filters: TaskFilters): string => {
	const { assigneeEmail, currentStepId, ownerEmail, workflowId, waitingForApproval } = filters;
	const words = [
		waitingForApproval === true && 'waits for approval',
		currentStepId !== undefined && `is at the step ${currentStepId}`,
		workflowId !== undefined && `is of the workflow ${workflowId}`,
		ownerEmail !== undefined && `has the owner ${ownerEmail}`,
		assigneeEmail !== undefined && `has the assignee ${assigneeEmail}`,
	];
	return words.filter(Boolean).join(' and ');
};

/** Whether a task meets all filters. */
export const passesFilters =
	({ assigneeEmail, currentStepId, ownerEmail, workflowId, waitingForApproval }: TaskFilters) =>
	(task: Row): boolean =>
		(waitingForApproval !== true || waitsForApproval(task)) &&
		(workflowId === undefined || task.workflow_id === workflowId) &&
		(currentStepId === undefined || task.current_step_id === currentStepId) &&
		isSameEmail(ownerEmail, task.owner_email) &&
		isSameEmail(assigneeEmail, task.assignee_email);
