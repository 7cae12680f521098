import { randomUUID } from 'node:crypto';
import type { InputValue } from '../../../src/contract';
import type { Actor } from '../api/authentication';
import { invalid, notFound } from '../api/refusal';
import type { Service } from '../service';
import { addFile, findFileName } from '../store/files';
import { storeGenerated } from '../store/tasks/stepDocuments';
import { findTask } from '../store/tasks/tasks';
import { findWorkflow } from '../store/workflows';
import type { StepRun, Task, Workflow } from '../workflow/definition';
import type { AcceptedInput } from '../workflow/inputs';
import { checkInputs } from '../workflow/inputs';
import type { GeneratingRun, Moment } from '../workflow/transitions';
import { missingVariables } from '../workflow/variableIssues';

/**
 * The task that a request names.
 * @throws Refusal 404 when the organization has none with that id.
 */
export const requestedTask = (
	{ store }: Service,
	{ organizationId }: Actor,
	taskId: number,
): Task => {
	const task = findTask(store, organizationId, taskId);
	if (task === undefined) throw notFound('Task');
	return task;
};

/** The workflow version that a task of the sender's organization runs. */
export const workflowOf = ({ store }: Service, { organizationId }: Actor, task: Task): Workflow => {
	const { workflow_id, workflow_version } = task;
	const workflow = findWorkflow(store, organizationId, workflow_id, String(workflow_version));
	if (workflow === undefined) throw new Error(`${workflow_id} ${workflow_version} is missing`);
	return workflow;
};

/** The current time, for a transition that a request causes. */
export const momentOf = ({ clock }: Service): Moment => ({ now: clock.now(), newId: randomUUID });

/** Stores the documents that a transition generated. */
export const storeDocuments = (
	service: Service,
	{ organizationId }: Actor,
	task: Task,
	runs: readonly GeneratingRun[],
): void => {
	storeGenerated(service.store, task, runs, (name, content) =>
		addFile(service, organizationId, name, content),
	);
};

/**
 * Checks the values for a workflow.
 * @throws Refusal 422 that names each missing or invalid variable.
 */
export const acceptInputs = (
	{ store }: Service,
	{ organizationId }: Actor,
	workflow: Workflow,
	inputs: readonly InputValue[],
	required: 'all required ones' | 'none',
): AcceptedInput[] => {
	const { accepted, issues } = checkInputs(workflow, inputs, (fileId) =>
		findFileName(store, organizationId, fileId),
	);
	const missing = required === 'none' ? [] : missingVariables(workflow, inputs);
	const all = [...issues, ...missing];
	if (all.length > 0) throw invalid(...all);
	return accepted;
};

/** Puts accepted values into a step run. Files are stored, and their ids are the values. */
export const fillRun = (
	service: Service,
	{ organizationId }: Actor,
	run: StepRun,
	accepted: readonly AcceptedInput[],
): void => {
	for (const { variable_id, variable_type, value, file } of accepted) {
		const stored = file && addFile(service, organizationId, file.name, file.content);
		run.variables = run.variables.filter((entry) => entry.variable_id !== variable_id);
		run.variables.push({
			variable_type,
			value: stored ?? value,
			step_id: run.step_id,
			variable_id,
		});
	}
};
