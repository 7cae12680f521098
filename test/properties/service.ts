import { operations, schemaOf, task } from '../support/operations.table';
import type { Wire, WireAnswer } from './engine';

const variables = (endpoint: string): number => endpoint.split('{').length;

/** Those without a variable in their path come first. */
const routes = [...operations]
	.sort((one, other) => variables(one.endpoint) - variables(other.endpoint))
	.map(({ endpoint, answer }) => ({
		pattern: new RegExp(`^${endpoint.replace(/\{\w+\}/g, '([^/?]*)')}(\\?|$)`),
		isOfTask: endpoint.includes('/tasks/{task_id}'),
		isOfSchema: endpoint.endsWith('/schema'),
		answer,
	}));

/** The right answer to a request: of the table of operations, about the task that the path names. */
export const rightAnswer = ({ line, body }: Wire): WireAnswer => {
	const route = routes.find(({ pattern }) => pattern.test(line));
	if (!route) return { status: 404, body: { detail: 'Not Found' } };
	const task_id = Number(route.pattern.exec(line)?.[1]);
	if ('task' in route.answer) return { body: { task: { ...task, task_id } } };
	if (route.isOfSchema) return { body: { workflow_schema: schemaOf('wf_1', { party: 'text' }) } };
	const { approved, offset = 0 } = (body ?? {}) as { approved?: boolean; offset?: number };
	return {
		body: {
			...route.answer,
			...(route.isOfTask && 'task_id' in route.answer && { task_id }),
			...('approved' in route.answer && { approved }),
			...('total_count' in route.answer && { total_count: offset + 1 }),
		},
	};
};
