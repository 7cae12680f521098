import type { Answer } from './answeringServer';
import { sendJson } from './answeringServer';
import { task } from './operations.table';

/** A task of a list, as far as a test says what it is. */
export type ListedTask = Readonly<Record<string, unknown>>;

/** Answers as a service that holds `count` tasks, of which `taskAt` tells what is special. */
export const taskService = (
	count: number,
	taskAt: (index: number) => ListedTask = () => ({}),
): Answer => {
	const made = (index: number) => ({
		...task,
		task_id: index + 1,
		task_url: null,
		task_title: `Task of row ${index}`,
		workflow_name: 'Supply',
		owner_email: null,
		assignee_email: null,
		requester_email: null,
		collaborator_emails: [],
		...taskAt(index),
	});
	return (response, { line, body }) => {
		const [, path = ''] = line.split(' ');
		if (path === '/tasks/list') {
			const { limit = 50, offset = 0 } = JSON.parse(body) as { limit?: number; offset?: number };
			const length = Math.max(Math.min(limit, count - offset), 0);
			const tasks = Array.from({ length }, (_, index) => made(offset + index));
			sendJson(response, 200, { tasks, total_count: count });
			return;
		}
		const id = Number(/^\/tasks\/(\d+)$/.exec(path)?.[1]);
		if (id >= 1 && id <= count) sendJson(response, 200, { task: made(id - 1) });
		else sendJson(response, 404, { detail: 'Not found' });
	};
};
