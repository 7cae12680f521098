import { isoTime } from '../clock';
import { generatedDocument } from '../pdf';
import { insertFile } from '../store/files';
import { storeGenerated, storeSigned } from '../store/tasks/stepDocuments';
import type { Task, Workflow } from '../workflow/definition';
import type { GeneratingRun, Moment } from '../workflow/transitions';
import { completeStep, currentRun, rejectStep, startTask } from '../workflow/transitions';
import type { TaskSeed } from './taskDraft';
import { draftTask } from './taskDraft';
import type { Plan } from './taskPlans';
import { analysisVariables, sampleValue } from './values';

const addSampleFile = (
	{ store, random, organizationId }: TaskSeed,
	name: string,
	content: Uint8Array,
	createdAt: string,
): string => {
	const fileId = `file_${random.id()}`;
	insertFile(store, { fileId, organizationId, name, createdAt, bytes: content });
	return fileId;
};

const draft = Buffer.from('Draft of the agreement\n');

const fillStart = (seed: TaskSeed, task: Task, { schema, behavior }: Workflow): void => {
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
			value: isEmpty ? null : sampleValue(definition, fileId, seed.random),
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
const play = (
	{ rejectedStatus }: TaskSeed,
	task: Task,
	plan: Plan,
	moment: Moment,
): GeneratingRun[] => {
	const { workflow, completed, rejected, status } = plan;
	const runs: GeneratingRun[] = [];
	for (let count = 0; count < completed; count += 1)
		runs.push(...completeStep(task, workflow, moment));
	if (rejected) runs.push(...rejectStep(task, workflow, moment, rejectedStatus));
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
	const task = draftTask(seed, plan.workflow, taskId, index, isoTime(begun));
	const newId = (): string => random.id();
	const runs = startTask(task, plan.workflow, { now: begun, newId });
	fillStart(seed, task, plan.workflow);
	const later = play(seed, task, plan, { now: touched, newId });
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
