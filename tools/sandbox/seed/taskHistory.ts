import { isoTime } from '../clock';
import type { TaskStatus } from '../options';
import { generatedDocument } from '../pdf';
import type { Store } from '../store/database';
import { insertFile } from '../store/files';
import { storeGenerated, storeSigned } from '../store/tasks/stepDocuments';
import type { Task, Workflow } from '../workflow/definition';
import type { GeneratingRun, Moment } from '../workflow/transitions';
import { completeStep, currentRun, rejectStep, startTask } from '../workflow/transitions';
import { members } from './accounts';
import type { Random } from './random';
import type { Calendar } from './values';
import { analysisVariables, parties, sampleValue } from './values';

/** The progress of a sample task: steps completed after the start, and its final status. */
export interface Plan {
	readonly workflow: Workflow;
	readonly completed: number;
	readonly rejected?: boolean;
	readonly status?: TaskStatus;
}

/** How the sample tasks of one organization are created. */
export interface TaskSeed {
	readonly store: Store;
	readonly random: Random;
	readonly organizationId: number;
	readonly calendar: Calendar;
}

/** A task without step runs. Every 17th has null wherever the service allows it. */
const draftTask = (
	{ random }: TaskSeed,
	{ schema }: Workflow,
	taskId: number,
	{ index, party }: { readonly index: number; readonly party: string },
	createdAt: string,
): Task => {
	const isBare = index % 17 === 16;
	return {
		task_id: taskId,
		task_url: null,
		task_title: isBare ? null : `${schema.workflow_name}: ${party}`,
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

const addSampleFile = (
	{ store, random, organizationId }: TaskSeed,
	name: string,
	content: Uint8Array,
	createdAt: string,
): string => {
	const fileId = `file_${random.id()}`;
	insertFile(store, { fileId, organizationId, name, createdAt, content });
	return fileId;
};

const draft = Buffer.from('Draft of the agreement\n');

const fillStart = (
	seed: TaskSeed,
	task: Task,
	{ schema, behavior }: Workflow,
	party: string,
): void => {
	const [intake] = task.step_runs;
	const later = new Set(Object.values(behavior).flatMap(({ collects = [] }) => collects));
	for (const definition of schema.variables) {
		const { variable_id, type, required } = definition;
		if (intake === undefined || later.has(variable_id)) continue;
		const isEmpty = !required && seed.random.chance(0.3);
		const fileId =
			type === 'file' && !isEmpty ? addSampleFile(seed, 'Draft.docx', draft, task.created_at) : '';
		intake.variables.push({
			variable_type: type,
			value: isEmpty ? null : sampleValue(definition, { fileId, party }, seed),
			step_id: intake.step_id,
			variable_id,
		});
	}
};

/** Returns a new task to its intake, which nobody has filled in yet. */
const backToIntake = (task: Task): void => {
	task.step_runs = task.step_runs.slice(0, 1);
	for (const { step_run_id, step_id, step_name, step_type } of task.step_runs) {
		Object.assign(task, {
			current_step_run_id: step_run_id,
			current_step_id: step_id,
			current_step_name: step_name,
			current_step_type: step_type,
		});
	}
};

/** Advances a task to the end of its plan, and returns the runs that generated a document. */
const play = (task: Task, plan: Plan, moment: Moment): GeneratingRun[] => {
	const { workflow, completed, rejected, status } = plan;
	const runs: GeneratingRun[] = [];
	for (let count = 0; count < completed; count += 1)
		runs.push(...completeStep(task, workflow, moment));
	if (rejected) runs.push(...rejectStep(task, workflow, moment));
	if (status === undefined) return runs;
	task.status = status;
	if (status === 'created') {
		backToIntake(task);
		currentRun(task).status = 'initiated';
		return [];
	}
	if (status === 'cancelled' || status === 'failed') currentRun(task).status = status;
	return runs;
};

/** The times of a sample task, in milliseconds since 1970. */
export interface History {
	readonly begun: number;
	readonly touched: number;
}

/** Creates a task with its step runs, and stores the documents that they generated or received. */
export const storeHistory = (
	seed: TaskSeed,
	taskId: number,
	index: number,
	plan: Plan,
	{ begun, touched }: History,
): Task => {
	const { store, random } = seed;
	const party = parties[index % parties.length] ?? parties[0];
	const task = draftTask(seed, plan.workflow, taskId, { index, party }, isoTime(begun));
	const newId = (): string => random.id();
	const runs = startTask(task, plan.workflow, { now: begun, newId });
	fillStart(seed, task, plan.workflow, party);
	const later = play(task, plan, { now: touched, newId });
	const kept = [...runs, ...later].filter(({ run }) => task.step_runs.includes(run));
	storeGenerated(store, task, kept, (name, content) =>
		addSampleFile(seed, name, content, task.created_at),
	);
	for (const run of task.step_runs) {
		if (run.step_id === 'analysis') run.variables.push(...analysisVariables(run.step_id));
		if (run.step_type !== 'signature' || run.status !== 'completed') continue;
		const content = generatedDocument(`Signed: ${task.task_title}`, run.variables);
		const name = 'Signed copy – unterschrieben.pdf';
		storeSigned(store, task, run.step_run_id, addSampleFile(seed, name, content, isoTime(touched)));
	}
	return task;
};
