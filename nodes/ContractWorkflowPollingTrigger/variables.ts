import type { Task } from './taskList';

/** The variables of tasks by ID, each with its type (section 2). */
export const variablesIn = (
	tasks: ReadonlyArray<Pick<Task, 'variables'>>,
): ReadonlyMap<string, string> =>
	new Map(
		tasks
			.flatMap(({ variables }) => (Array.isArray(variables) ? variables : []))
			.map(({ variable_id: id, variable_type: type }) => [id, type]),
	);
