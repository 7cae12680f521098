import { randomUUID } from 'node:crypto';
import type { HandlerOf } from '../api/handler';
import { notFound } from '../api/refusal';
import { isoTime } from '../clock';
import { addActivity } from '../store/tasks/activity';
import { insertTask, saveTask } from '../store/tasks/tasks';
import { findWorkflow } from '../store/workflows';
import type { Task, Workflow } from '../workflow/definition';
import type { AcceptedInput } from '../workflow/inputs';
import { startTask } from '../workflow/transitions';
import { attributed } from './attribution';
import { acceptInputs, fillRun, momentOf, storeDocuments } from './taskProgress';

export const getWorkflowSchema: HandlerOf<'getWorkflowSchema'> = ({ params, actor }, { store }) => {
	const workflow = findWorkflow(store, actor.organizationId, params.workflow_id, params.version);
	if (workflow === undefined) throw notFound('Workflow or version');
	return { workflow_schema: workflow.schema };
};

const newTask = (
	{ schema }: Workflow,
	values: readonly AcceptedInput[],
	email: string,
	createdAt: string,
): Task => {
	const subject = values.find(({ variable_type }) => variable_type === 'text')?.value;
	return {
		task_id: 0,
		task_url: null,
		task_title: [schema.workflow_name, subject].filter(Boolean).join(': '),
		workflow_id: schema.workflow_id,
		workflow_name: schema.workflow_name,
		workflow_version: schema.version,
		workflow_state_id: `state_${randomUUID()}`,
		status: 'created',
		priority: 'medium',
		current_step_run_id: null,
		current_step_id: null,
		current_step_name: null,
		current_step_type: null,
		created_at: createdAt,
		updated_at: createdAt,
		completed_at: null,
		owner_email: email,
		assignee_email: null,
		collaborator_emails: [],
		requester_email: email,
		step_runs: [],
		variables: [],
	};
};

/** Values for the first step: the given ones, and null for other optional variables. */
const withEmpty = (
	{ schema, behavior }: Workflow,
	given: readonly AcceptedInput[],
): AcceptedInput[] => {
	const collectedLater = new Set(Object.values(behavior).flatMap(({ collects = [] }) => collects));
	const ids = new Set(given.map(({ variable_id }) => variable_id));
	const empty = schema.variables
		.filter(({ variable_id }) => !ids.has(variable_id) && !collectedLater.has(variable_id))
		.map(({ variable_id, type }) => ({ variable_id, variable_type: type, value: null }));
	return [...given, ...empty];
};

export const initiateWorkflow: HandlerOf<'initiateWorkflow'> = (call, service) => {
	const { params, body, actor } = call;
	const { store } = service;
	const workflow = findWorkflow(store, actor.organizationId, params.workflow_id, params.version);
	if (workflow === undefined) throw notFound('Workflow or version');
	const member = attributed(service, actor, 'user', body.user);
	const values = acceptInputs(service, actor, workflow, body.variables, 'all required ones');
	const moment = momentOf(service);
	const task = newTask(workflow, values, member.email, isoTime(moment.now));
	task.task_id = insertTask(store, task, {
		organizationId: actor.organizationId,
		externalSourceId: null,
		metadata: body.metadata ?? null,
		linked: true,
	});
	const generating = startTask(task, workflow, moment);
	const [intake] = task.step_runs;
	if (intake !== undefined) fillRun(service, actor, intake, withEmpty(workflow, values));
	storeDocuments(service, actor, task, generating);
	saveTask(service, task);
	addActivity(service, {
		taskId: task.task_id,
		kind: 'initiated',
		userId: member.userId,
	});
	return {
		task_id: task.task_id,
		workflow_state_id: task.workflow_state_id,
		workflow_id: task.workflow_id,
		version: workflow.schema.version,
		status: task.status,
		message: 'Workflow initiated',
	};
};
