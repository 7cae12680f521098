import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { taskStatuses } from '../../../src/contract';
import type { Controls } from '../control/controls';
import { activeStatuses } from '../options';
import { organizations } from '../seed/accounts';
import type { Service } from '../service';
import { fold } from '../store/fieldValues';
import { findTask } from '../store/tasks/tasks';
import type { Task } from '../workflow/definition';
import { isWaitingAt } from '../workflow/transitions';
import { pageSize, pagingOf, sendPage } from './page';

/** Text in a URL. */
export const queryText = z.string().trim().catch('');

/** A page number in a URL. Anything else is the first page. */
export const pageNumber = z.coerce.number().int().min(1).catch(1);

const listQuery = z.object({
	status: z.enum(['active', 'waiting', 'all', ...taskStatuses]).catch('active'),
	text: queryText,
	page: pageNumber,
	done: queryText,
});

type ListQuery = z.output<typeof listQuery>;

const address = '/workflows/tasks';

const statusesOf = (status: ListQuery['status']): readonly string[] => {
	if (status === 'all') return taskStatuses;
	return status === 'active' || status === 'waiting' ? activeStatuses : [status];
};

/** The tasks of the main organization that a person wants to see, newest first. */
const findTasks = ({ store }: Service, { status, text }: ListQuery): Task[] => {
	const words = fold(text);
	return store.sql.all`
		SELECT task_id FROM tasks WHERE org_id = ${organizations.main}
			AND status IN (SELECT value FROM json_each(${JSON.stringify(statusesOf(status))}))
		ORDER BY created_at DESC, task_id DESC`
		.flatMap(({ task_id }) => findTask(store, organizations.main, Number(task_id)) ?? [])
		.filter(
			(task) =>
				(String(task.task_id) === text || fold(task.task_title ?? '').includes(words)) &&
				(status !== 'waiting' || isWaitingAt(task, 'approval')),
		);
};

const sendList = (service: Service, reply: FastifyReply, query: unknown): FastifyReply => {
	const wanted = listQuery.parse(query);
	const { status, text, page } = wanted;
	const found = findTasks(service, wanted);
	const paging = pagingOf(address, { status, text }, page, found.length);
	return sendPage(reply, service, 'tasks', {
		title: 'Tasks',
		section: 'Tasks',
		wanted,
		tasks: found.slice(paging.from - 1, paging.from - 1 + pageSize),
		paging,
		statuses: ['active', 'waiting', 'all', ...taskStatuses],
	});
};

/** The list of tasks, and the form that resets the sample data. */
export const addTaskList = (app: FastifyInstance, service: Service, controls: Controls): void => {
	app.get('/', (_request, reply) => reply.redirect(address, 302));
	app.get(address, (request, reply) => sendList(service, reply, request.query));
	app.post(address, (_request, reply) => {
		controls.resetSampleData();
		return reply.redirect(`${address}?done=reset#done`, 303);
	});
};
