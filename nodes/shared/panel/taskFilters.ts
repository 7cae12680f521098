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

const isSameEmail = (given: unknown, wanted: string): boolean =>
	typeof given === 'string' && given.toLowerCase() === addressIn(wanted);

/** How a task meets each filter, and what that filter asks of it. */
const conditions: ReadonlyArray<
	readonly [keyof TaskFilters, words: string, isMet: (task: Row, wanted: string) => boolean]
> = [
	['waitingForApproval', 'waits for approval', waitsForApproval],
	['workflowId', 'is of workflow', (task, wanted) => task.workflow_id === wanted],
	['currentStepId', 'is at step', (task, wanted) => task.current_step_id === wanted],
	['ownerEmail', 'is owned by', (task, wanted) => isSameEmail(task.owner_email, wanted)],
	['assigneeEmail', 'is assigned to', (task, wanted) => isSameEmail(task.assignee_email, wanted)],
];

/** Whether a task meets all filters, and what they ask, in words; empty if there are none. */
export const taskFilter = (filters: TaskFilters) => {
	const chosen = conditions.filter(([name]) => (filters[name] ?? false) !== false);
	const wordsOf = (name: keyof TaskFilters, words: string) =>
		filters[name] === true ? words : `${words} ${filters[name]}`;
	return {
		test: (task: Row) => chosen.every(([name, , isMet]) => isMet(task, String(filters[name]))),
		words: chosen.map(([name, words]) => wordsOf(name, words)).join(' and '),
	};
};
