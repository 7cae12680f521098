import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { taskStatuses } from '../../../../src/contract';
import { Refusal } from '../../api/refusal';
import type { Controls } from '../../control/controls';
import { organizations } from '../../seed/accounts';
import type { Service } from '../../service';
import type { RefusedForm } from '../form';
import { formOf, textOf } from '../form';
import { pagingOf, sendPage, sendProblem } from '../page';
import { wordsOf } from '../perform';
import type { TaskContext } from './taskContext';
import { findTaskContext } from './taskContext';
import { findTasks, organizationNames, workflowNames } from './taskFinder';
import type { TaskForm } from './taskForms';
import { readTaskForm, taskForms } from './taskForms';
import { taskView } from './taskView';

const text = z.string().catch('');

/** A page number in a URL. Anything else is the first page. */
export const pageNumber = z.coerce.number().int().min(1).catch(1);

const listQuery = z.object({
	organization: z.coerce.number().int().catch(organizations.main),
	status: z.enum(['active', 'all', ...taskStatuses]).catch('active'),
	workflow: text,
	waiting: z.literal('approval').or(z.literal('')).catch(''),
	text: text.transform((given) => given.trim()),
	page: pageNumber,
	done: text,
});

const pageSize = 50;
const listAddress = '/workflows/tasks';

type ListQuery = z.output<typeof listQuery>;

/** The filters as URL parameters. */
const addressed = ({ organization, status, workflow, waiting, text: words }: ListQuery) => ({
	organization: String(organization),
	status,
	workflow,
	waiting,
	text: words,
});

const sendList = (service: Service, reply: FastifyReply, query: unknown): FastifyReply => {
	const wanted = listQuery.parse(query);
	const { organization: organizationId, status, workflow, waiting, text: words } = wanted;
	const filter = { organizationId, status, workflow, text: words, waiting: waiting !== '' };
	const find = (page: number) => findTasks(service, filter, pageSize, (page - 1) * pageSize);
	let found = find(wanted.page);
	const kept = addressed(wanted);
	const paging = pagingOf(listAddress, kept, wanted.page, pageSize, found.total);
	if (paging.page !== wanted.page) found = find(paging.page);
	return sendPage(reply, service, 'tasks', {
		title: 'Tasks',
		section: 'Tasks',
		wanted,
		tasks: found.tasks,
		paging,
		statuses: taskStatuses,
		workflows: workflowNames(service, organizationId),
		organizations: organizationNames(service),
		resetAddress: `${listAddress}?${new URLSearchParams(kept).toString()}`,
		once: randomUUID(),
	});
};

/** Handles the form that resets the sample data, and returns to the list with its filters. */
const addReset = (app: FastifyInstance, service: Service, controls: Controls): void => {
	let last = '';
	app.post(listAddress, (request, reply) => {
		const form = formOf(request);
		const once = textOf(form, 'once');
		if (textOf(form, 'form') !== 'reset' || once === '') {
			return sendProblem(reply, service, 400, 'Nothing to do', 'The form does not say what to do.');
		}
		// A double click sends the form of one page twice.
		if (once !== last) controls.resetSampleData();
		last = once;
		const query = { ...addressed(listQuery.parse(request.query)), done: 'reset' };
		return reply.redirect(`${listAddress}?${new URLSearchParams(query).toString()}#done`, 303);
	});
};

interface Shown {
	/** The entry that a reply is being written to. */
	readonly replyTo: string;
	/** The member who acted last. */
	readonly as: string;
	/** The form that was just applied. */
	readonly done: string;
	/** With the status of the same refusal in the API. */
	readonly refused?: RefusedForm<TaskForm> & { readonly status: number };
}

const sendTask = (
	service: Service,
	reply: FastifyReply,
	context: TaskContext,
	shown: Shown,
): FastifyReply => {
	const view = taskView(service, context);
	const { task, members } = view;
	const { refused, as } = shown;
	const isMember = (email: string | null) => members.some((member) => member.email === email);
	const assignee = isMember(task.assignee_email) ? task.assignee_email : members[0]?.email;
	const acting = refused ? textOf(refused.form, 'user_email') : as;
	/** What was typed into a refused form; empty for the others. */
	const typed = (form: TaskForm, field: string): string[] =>
		refused?.name === form ? refused.form.getAll(field).map(String) : [];
	return sendPage(reply.code(refused?.status ?? 200), service, 'task', {
		...view,
		...shown,
		title: task.task_title ?? `Task ${task.task_id}`,
		section: 'Tasks',
		acting: isMember(acting) ? acting : assignee,
		refused,
		typed,
	});
};

const missingTask = 'This sandbox has no task with that number.';
const showQuery = z.object({ reply: text, as: text, done: text });

interface TaskRoute {
	readonly Params: { taskId: string };
}

/** The list of tasks, and the page of one task, which is its `task_url`. */
export const addTaskPages = (app: FastifyInstance, service: Service, controls: Controls): void => {
	app.get('/', (_request, reply) => reply.redirect(listAddress, 302));
	addReset(app, service, controls);
	app.get(listAddress, (request, reply) => sendList(service, reply, request.query));
	app.get<TaskRoute>(`${listAddress}/:taskId`, (request, reply) => {
		const context = findTaskContext(service, request.params.taskId);
		if (context === undefined) return sendProblem(reply, service, 404, 'No such task', missingTask);
		const { reply: replyTo, as, done } = showQuery.parse(request.query);
		return sendTask(service, reply, context, { replyTo, as, done });
	});
	app.post<TaskRoute>(`${listAddress}/:taskId`, async (request, reply) => {
		const context = findTaskContext(service, request.params.taskId);
		if (context === undefined) return sendProblem(reply, service, 404, 'No such task', missingTask);
		const form = formOf(request);
		const name = taskForms.find((entry) => entry === textOf(form, 'form'));
		if (name === undefined) {
			return sendProblem(reply, service, 400, 'Nothing to do', 'The form does not say what to do.');
		}
		const apply = await readTaskForm(name, form, context);
		try {
			const seenAt = apply(service);
			const done = name === 'decision' ? textOf(form, 'decision') : name;
			const query = new URLSearchParams({ as: textOf(form, 'user_email'), done });
			const address = `${listAddress}/${context.task.task_id}`;
			return await reply.redirect(`${address}?${query.toString()}#${seenAt}`, 303);
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const refused = { name, status: error.status, words: wordsOf(error), form };
			const replyTo = textOf(form, 'reply_to');
			const now = findTaskContext(service, request.params.taskId) ?? context;
			return sendTask(service, reply, now, { replyTo, as: '', done: '', refused });
		}
	});
};
