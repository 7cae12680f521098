import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Contract, EndpointName } from '../../../src/contract';
import { contract } from '../../../src/contract';
import type { Call } from '../api/handler';
import { invalidRefusal } from '../api/invalidRequest';
import { Refusal, conflict } from '../api/refusal';
import { parseBody } from '../api/validation';
import { handlers } from '../handlers';
import type { Service } from '../service';
import { findFileName } from '../store/files';
import { membersOf } from '../store/members';
import { findTask } from '../store/tasks/tasks';
import { findWorkflow } from '../store/workflows';
import type { StepRun, Task, VariableValue, Workflow } from '../workflow/definition';
import { isWaitingAt } from '../workflow/transitions';
import { conversationOf } from './conversation';
import type { RefusedForm } from './form';
import { formOf, textOf } from './form';
import { pretty, sendPage, sendProblem } from './page';
import { queryText } from './tasks';

/** A task, with its organization and workflow. */
interface TaskContext {
	readonly organizationId: number;
	readonly task: Task;
	readonly workflow: Workflow | undefined;
}

/** The task with that id in any organization: its link must lead here. */
const findContext = ({ store }: Service, taskId: string): TaskContext | undefined => {
	if (!/^\d{1,15}$/.test(taskId)) return undefined;
	const row = store.sql.get`SELECT org_id FROM tasks WHERE task_id = ${Number(taskId)}`;
	const organizationId = Number(row?.org_id);
	const task = row && findTask(store, organizationId, Number(taskId));
	if (task === undefined) return undefined;
	return {
		organizationId,
		task,
		workflow: findWorkflow(store, organizationId, task.workflow_id, String(task.workflow_version)),
	};
};

const textOfValue = (value: VariableValue): string => {
	if (value === null) return '';
	if (!Array.isArray(value)) return String(value);
	return value.some((entry) => typeof entry === 'object') ? pretty(value) : value.join(', ');
};

const variablesOf = ({ store }: Service, context: TaskContext, { variables }: StepRun) =>
	variables.map(({ variable_id: id, variable_type: type, value }) => {
		const known = context.workflow?.schema.variables.find(({ variable_id }) => variable_id === id);
		const isFile = type === 'file' && typeof value === 'string';
		return {
			name: known?.variable_name ?? id,
			type,
			text: textOfValue(value),
			file: isFile ? findFileName(store, context.organizationId, value) : undefined,
		};
	});

/** What the page shows beside the task: what was just done, or refused. */
interface Shown {
	/** The entry that a reply is being written to. */
	readonly replyTo?: string;
	/** The member who acted last. */
	readonly as?: string;
	readonly done?: string;
	/** With the status of the same refusal in the API. */
	readonly refused?: RefusedForm & { readonly status: number };
}

const sendTask = (
	service: Service,
	reply: FastifyReply,
	context: TaskContext,
	shown: Shown,
): FastifyReply => {
	const { task } = context;
	const { refused } = shown;
	const members = membersOf(service.store, context.organizationId);
	const wanted = refused ? textOf(refused.form, 'user_email') : shown.as;
	const acting = [wanted, task.assignee_email].find((email) =>
		members.some((member) => member.email === email),
	);
	return sendPage(reply.code(refused?.status ?? 200), service, 'task', {
		...context,
		...shown,
		title: task.task_title ?? `Task ${task.task_id}`,
		section: 'Tasks',
		members,
		acting,
		refused,
		typed: refused ? textOf(refused.form, 'comment') : '',
		steps: task.step_runs.map((run) => ({
			...run,
			isCurrent: run.step_run_id === task.current_step_run_id,
			variables: variablesOf(service, context, run),
		})),
		entries: conversationOf(service, task.task_id),
		isWaiting: isWaitingAt(task, 'approval'),
	});
};

/**
 * Does the same as a request to the endpoint: the same checks, the same handler, one transaction.
 * The body names the member who acts.
 * @throws Refusal as the API would return it.
 */
const perform = <Name extends EndpointName>(
	service: Service,
	organizationId: number,
	name: Name,
	params: unknown,
	body: { readonly user_email: string },
): void => {
	const member = { userId: 0, email: '' };
	const actor = { organizationId, member, apiKeyId: null, rateBucket: '', rateLimit: null };
	const parsed = parseBody(contract[name], body);
	if ('issues' in parsed) {
		throw invalidRefusal(name, { params, body, issues: parsed.issues, actor }, service);
	}
	const call = { params, query: undefined, body: parsed.value, actor } as Call<Contract[Name]>;
	service.store.transaction(() => handlers[name](call, service));
};

/** A refusal in words, one per fault. */
const wordsOf = ({ detail }: Refusal): string[] =>
	typeof detail === 'string'
		? [`${detail}.`]
		: detail.map(({ loc, msg }) => `${loc.slice(1).join(' › ')}: ${msg}.`);

/** Applies a form: a comment, or a decision. */
const apply = (service: Service, context: TaskContext, form: FormData): void => {
	const { task, organizationId } = context;
	const [user_email, comment] = [textOf(form, 'user_email'), textOf(form, 'comment')];
	const params = { task_id: task.task_id };
	if (textOf(form, 'form') === 'comment') {
		const replyTo = textOf(form, 'reply_to');
		const body = { user_email, comment, ...(replyTo === '' ? {} : { reply_to: Number(replyTo) }) };
		perform(service, organizationId, 'commentOnTask', params, body);
		return;
	}
	// A page can be outdated: a decision on it must not apply to the next step.
	const isOld = textOf(form, 'step_run_id') !== task.current_step_run_id;
	if (isOld && isWaitingAt(task, 'approval')) {
		const place = String(task.current_step_name);
		throw conflict(`The task has moved on to ${place}. Check the task again before you decide`);
	}
	const approved = textOf(form, 'form') === 'approve';
	const body = { user_email, approved, ...(comment === '' ? {} : { comment }) };
	perform(service, organizationId, 'approveTask', params, body);
};

const showQuery = z.object({ reply: queryText, as: queryText, done: queryText });

interface TaskRoute {
	readonly Params: { taskId: string };
}

const path = '/workflows/tasks/:taskId';

/** The page of one task, which is its `task_url`: to comment, and to decide. */
export const addTaskPage = (app: FastifyInstance, service: Service): void => {
	const missing = (reply: FastifyReply) =>
		sendProblem(reply, service, 404, 'No such task', 'This sandbox has no task with that number.');
	app.get<TaskRoute>(path, (request, reply) => {
		const context = findContext(service, request.params.taskId);
		if (context === undefined) return missing(reply);
		const { reply: replyTo, as, done } = showQuery.parse(request.query);
		return sendTask(service, reply, context, { replyTo, as, done });
	});
	app.post<TaskRoute>(path, (request, reply) => {
		const { taskId } = request.params;
		const context = findContext(service, taskId);
		if (context === undefined) return missing(reply);
		const form = formOf(request);
		const name = textOf(form, 'form');
		try {
			apply(service, context, form);
			const query = new URLSearchParams({ as: textOf(form, 'user_email'), done: name });
			return reply.redirect(`/workflows/tasks/${taskId}?${query.toString()}#done`, 303);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const refused = { name, status: error.status, words: wordsOf(error), form };
			return sendTask(service, reply, context, { replyTo: textOf(form, 'reply_to'), refused });
		}
	});
};
