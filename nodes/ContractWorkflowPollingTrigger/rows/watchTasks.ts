import type { Client } from '../../../src';
import { property } from '../../shared/fields/property';
import type { TaskFilters } from '../../shared/panel/taskFilters';
import {
	assigneeEmail,
	ownerEmail,
	passesFilters,
	workflowFilter,
} from '../../shared/panel/taskFilters';
import { shapedTask, taskFields } from '../../shared/rows/output';
import type { Rows } from '../event';
import { readTasks } from '../reading/readTasks';
import type { TimeField } from '../reading/taskList';
import type { Watch } from '../watch';
import { idIn, recentStarts } from '../watch';

const filters = property({
	displayName: 'Filters',
	name: 'taskFilters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [assigneeEmail, ownerEmail, workflowFilter],
});

const selected = property({ ...taskFields, name: 'taskFields' });

/** Tasks, with their filters and their output. */
export const tasks: Rows = {
	filters,
	selected,
	readFilters: (read) => read(filters).taskFilters,
	readSelected: (read) => read(selected).taskFields,
	shape: shapedTask,
};

/** What the watches of tasks share. */
export const watchTasks = (
	client: Client,
	field: TimeField,
	filters: TaskFilters,
	body = { include_inactive: true },
) =>
	({
		read: async (from, options) => await readTasks(client, field, from, body, options),
		starts: recentStarts,
		idOf: idIn('task_id'),
		matches: passesFilters(filters),
	}) satisfies Partial<Watch>;
