import type { Row } from '../../../src';
import { taskStatuses } from '../../../src';
import { byText, fromList, locator, property } from '../fields/property';
import { capitalized } from '../words/labels';

/** A member of the organization, identified by email (section 1). */
export const person = property({
	...locator,
	displayName: 'User Email',
	name: 'userEmail',
	modes: [fromList('searchPeople'), byText('By Email', 'email', 'name@example.com')],
});

export const workflow = property({
	...locator,
	displayName: 'Workflow',
	name: 'workflowId',
	modes: [fromList('searchWorkflows'), byText('By ID', 'id', 'mutual-nda')],
});

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

const isSameEmail = (wanted: string | undefined, given: unknown): boolean =>
	wanted === undefined ||
	(typeof given === 'string' && given.toLowerCase() === wanted.toLowerCase());

/** Of the nine statuses (section 3): those in which a task is running and not on hold. */
const runningStatuses: readonly unknown[] = ['created', 'in_progress', 'pending'];

/**
 * Whether a task waits for a decision: it is running, and at an approval step according to
 * `current_step_type` (section 2). A new task can be at one while it is `pending` (section 4,
 * Workflows).
 */
export const waitsForApproval = ({ current_step_type: type, status }: Row): boolean =>
	type === 'approval' && runningStatuses.includes(status);

/** Whether a task meets all filters. */
export const passesFilters =
	({ assigneeEmail, currentStepId, ownerEmail, workflowId, waitingForApproval }: TaskFilters) =>
	(task: Row): boolean =>
		(waitingForApproval !== true || waitsForApproval(task)) &&
		(workflowId === undefined || task.workflow_id === workflowId) &&
		(currentStepId === undefined || task.current_step_id === currentStepId) &&
		isSameEmail(ownerEmail, task.owner_email) &&
		isSameEmail(assigneeEmail, task.assignee_email);
