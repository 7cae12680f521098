import type { TaskStatus } from '../options';
import type { Store } from '../store/database';
import type { Task, Workflow } from '../workflow/definition';
import { members } from './accounts';
import type { Random } from './random';
import { parties } from './values';

/** How the sample tasks of one organization are created. */
export interface TaskSeed {
	readonly store: Store;
	readonly random: Random;
	readonly organizationId: number;
	/** Status of a task after a rejection that ends it. */
	readonly rejectedStatus: TaskStatus;
}

/** A task without step runs. Every 17th has null wherever the service allows it. */
export const draftTask = (
	{ random }: TaskSeed,
	{ schema }: Workflow,
	taskId: number,
	index: number,
	createdAt: string,
): Task => {
	const isBare = index % 17 === 16;
	return {
		task_id: taskId,
		task_url: null,
		task_title: isBare ? null : `${schema.workflow_name}: ${parties[index % parties.length]}`,
		workflow_id: schema.workflow_id,
		workflow_name: isBare ? null : schema.workflow_name,
		workflow_version: schema.version,
		workflow_state_id: `state_${random.id()}`,
		status: 'created',
		priority: isBare ? null : random.pick(['low', 'medium', 'high']),
		current_step_run_id: null,
		current_step_id: null,
		current_step_name: null,
		current_step_type: null,
		created_at: createdAt,
		updated_at: createdAt,
		completed_at: null,
		owner_email: isBare ? null : random.pick(members).email,
		assignee_email: null,
		collaborator_emails: random.chance(0.3) ? [random.pick(members).email] : [],
		requester_email: isBare ? null : random.pick(members).email,
		step_runs: [],
		variables: [],
	};
};
