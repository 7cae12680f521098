import { isoTime } from '../clock';
import type { TaskStatus } from '../options';
import type { StepDefinition, StepRun, Task, Workflow } from './definition';

/** Steps without a person: they are completed as soon as the workflow reaches them. */
const automaticTypes = ['agent'];

/** Task statuses in which someone can act at a step. */
const runningStatuses: readonly TaskStatus[] = ['created', 'in_progress', 'pending'];

/** The time of a transition, and the source of its new ids. */
export interface Moment {
	/** Milliseconds since 1970. */
	readonly now: number;
	readonly newId: () => string;
}

/** A run of a step that generates a document. */
export interface GeneratingRun {
	readonly run: StepRun;
	readonly fileName: string;
}

/** Whether the task waits for someone to act at a step of `type` (section 3). */
export const isWaitingAt = (task: Task, type: string): boolean =>
	task.current_step_type === type && runningStatuses.includes(task.status);

/** The run of the step that the task is at. */
export const currentRun = (task: Task): StepRun => {
	const run = task.step_runs.find(({ step_run_id }) => step_run_id === task.current_step_run_id);
	if (run === undefined) throw new Error(`Task ${task.task_id} has no current step run`);
	return run;
};

const openRun = (
	task: Task,
	step: StepDefinition,
	status: StepRun['status'],
	{ newId }: Moment,
): StepRun => {
	const { step_id, step_name, step_type } = step;
	const step_run_id = `run_${newId()}`;
	const run = { step_run_id, step_id, step_name, step_type, status, variables: [] };
	task.step_runs.push(run);
	return run;
};

const endTask = (task: Task, status: TaskStatus, { now }: Moment): void => {
	Object.assign(task, {
		status,
		completed_at: status === 'completed' ? isoTime(now) : null,
		assignee_email: null,
		current_step_run_id: null,
		current_step_id: null,
		current_step_name: null,
		current_step_type: null,
	});
};

/** Runs the workflow from step `index` on, until a step waits for someone or none is left. */
const advance = (
	task: Task,
	workflow: Workflow,
	index: number,
	moment: Moment,
): GeneratingRun[] => {
	const generating: GeneratingRun[] = [];
	for (const step of workflow.schema.steps.slice(index)) {
		const behavior = workflow.behavior[step.step_id];
		if (automaticTypes.includes(step.step_type)) {
			const done = openRun(task, step, 'completed', moment);
			if (behavior?.document) generating.push({ run: done, fileName: behavior.document });
			continue;
		}
		const status = step.step_type === 'approval' ? 'pending' : 'in_progress';
		const waiting = openRun(task, step, status, moment);
		Object.assign(task, {
			status: 'in_progress',
			assignee_email: behavior?.assignee ?? task.owner_email,
			current_step_run_id: waiting.step_run_id,
			current_step_id: step.step_id,
			current_step_name: step.step_name,
			current_step_type: step.step_type,
		});
		return generating;
	}
	endTask(task, 'completed', moment);
	return generating;
};

/**
 * Completes the first step of a new task and continues. Returns the runs that generate a document.
 */
export const startTask = (task: Task, workflow: Workflow, moment: Moment): GeneratingRun[] => {
	const [intake] = workflow.schema.steps;
	if (intake !== undefined) openRun(task, intake, 'completed', moment);
	const generating = advance(task, workflow, 1, moment);
	// Section 3: a new task is typically `in_progress` or `pending`.
	if (isWaitingAt(task, 'approval')) task.status = 'pending';
	return generating;
};

/** Completes the current step of the task and continues with the next one (section 3). */
export const completeStep = (task: Task, workflow: Workflow, moment: Moment): GeneratingRun[] => {
	const { step_id } = Object.assign(currentRun(task), { status: 'completed' });
	const index = workflow.schema.steps.findIndex((step) => step.step_id === step_id);
	return advance(task, workflow, index + 1, moment);
};

/**
 * Rejects at the current step of the task. The workflow follows the step's rejection path. Without
 * one, the task ends as `rejected` (section 3 does not name the status) and shows where it ended.
 */
export const rejectStep = (task: Task, workflow: Workflow, moment: Moment): GeneratingRun[] => {
	const { step_id } = Object.assign(currentRun(task), { status: 'rejected' });
	const target = workflow.behavior[step_id]?.onReject;
	if (target === undefined) {
		const { current_step_run_id, current_step_id, current_step_name, current_step_type } = task;
		endTask(task, 'rejected', moment);
		const place = { current_step_run_id, current_step_id, current_step_name, current_step_type };
		Object.assign(task, place);
		return [];
	}
	const index = workflow.schema.steps.findIndex((step) => step.step_id === target);
	return advance(task, workflow, index, moment);
};
