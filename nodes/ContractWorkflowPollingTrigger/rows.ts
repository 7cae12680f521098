import type { Row } from '../../src';
import { isRecord } from '../../src';
import { assigneeEmail, ownerEmail, taskFilter, workflowFilter } from '../shared/panel/taskFilters';
import { documentFields, shapedDocument, shapedTask, taskFields } from '../shared/rows/output';
import { documentList } from './documents';
import type { EventSettings, RowKind } from './event';
import { taskList } from './tasks';

const filters = {
	displayName: 'Filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
} as const;

/** Tasks, with their filters and their output. */
export const tasks: RowKind = {
	filters: {
		...filters,
		name: 'taskFilters',
		options: [assigneeEmail, ownerEmail, workflowFilter],
	},
	selected: { ...taskFields, name: 'taskFields' },
	shape: shapedTask,
};

/** Documents, with their filters and their output. */
export const documents: RowKind = {
	filters: {
		...filters,
		name: 'documentFilters',
		options: [{ ...workflowFilter, description: 'The workflow that a document comes from' }],
	},
	selected: { ...documentFields, name: 'documentFields' },
	shape: shapedDocument,
};

/** What the watches of tasks share. */
export const watchTasks = (field: Parameters<typeof taskList>[1], settings: EventSettings) => ({
	...taskList(settings, field),
	matches: taskFilter(settings.filters).test,
});

/** How many tasks are remembered in their state. */
const mostInState = 2_000;

/**
 * A watch of tasks in some state: a task is news whenever it gets there.
 * @param stateOf names the state of a task; undefined if it is not meant
 */
export const watchState = (settings: EventSettings, stateOf: (task: Row) => string | undefined) => {
	const watch = watchTasks('updated_at', settings);
	const tokenOf = (task: Row) => (watch.matches(task) ? stateOf(task) : undefined);
	return { ...watch, tokenOf, keeps: mostInState };
};

/** What the watches of documents share. */
export const watchDocuments = (
	cursor: Parameters<typeof documentList>[1],
	settings: EventSettings,
) => ({
	...documentList(settings, cursor),
	matches({ workflow_metadata: metadata }: Row): boolean {
		const { workflowId } = settings.filters;
		return workflowId === undefined || (isRecord(metadata) && metadata.workflow_id === workflowId);
	},
});
