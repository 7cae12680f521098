import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { taskStatuses } from '../../../src/contract';
import type { Controls } from '../control/controls';
import { activeStatuses } from '../options';
import { organizations } from '../seed/accounts';
import type { Service } from '../service';
import { fold } from '../store/fieldValues';
import { readJson } from '../store/json';
import { findTask } from '../store/tasks/tasks';
import type { Task } from '../workflow/definition';
import { isWaitingAt } from '../workflow/transitions';
import { formOf, textOf } from './form';
import { pageSize, pagingOf, sendPage, sendProblem } from './page';

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
	const found = store.sql.get`
		SELECT json_group_array(task_id) AS ids FROM (
			SELECT task_id FROM tasks INDEXED BY tasks_found
			WHERE org_id = ${organizations.main}
				AND status IN (SELECT value FROM json_each(${JSON.stringify(statusesOf(status))}))
				AND (${words} = '' OR instr(title, ${words}) > 0 OR CAST(task_id AS TEXT) = ${words})
				AND (${status} <> 'waiting' OR step_type = 'approval')
			ORDER BY created_at DESC, task_id DESC
		)`;
	const ids = readJson<number[]>(found?.ids);
	return ids.flatMap((id) => findTask(store, organizations.main, id) ?? []);
};

const sendList = (service: Service, reply: FastifyReply, query: unknown): FastifyReply => {
	const wanted = listQuery.parse(query);
	const { status, text, page } = wanted;
	const all = findTasks(service, wanted);
	const found = status === 'waiting' ? all.filter((task) => isWaitingAt(task, 'approval')) : all;
	const paging = pagingOf(address, { status, text }, page, found.length);
	return sendPage(reply, service, 'tasks', {
		title: 'Tasks',
		section: 'Tasks',
		wanted,
		tasks: found.slice(paging.from - 1, paging.from - 1 + pageSize),
		paging,
		statuses: ['active', 'waiting', 'all', ...taskStatuses],
		once: randomUUID(),
	});
};

/** The list of tasks, and the form that resets the sample data. */
export const addTaskList = (app: FastifyInstance, service: Service, controls: Controls): void => {
	let last = '';
	app.get('/', (_request, reply) => reply.redirect(address, 302));
	app.get(address, (request, reply) => sendList(service, reply, request.query));
	app.post(address, (request, reply) => {
		const once = textOf(formOf(request), 'once');
		if (once === '') {
			return sendProblem(reply, service, 400, 'Nothing to do', 'The form does not say what to do.');
		}
		// A double click sends the form of one page twice.
		if (once !== last) controls.resetSampleData();
		last = once;
		return reply.redirect(`${address}?done=reset#done`, 303);
	});
};
