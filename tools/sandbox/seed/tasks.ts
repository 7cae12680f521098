import { isoTime } from '../clock';
import { insertTask } from '../store/tasks/tasks';
import { organizations } from './accounts';
import type { Plan, TaskSeed } from './taskHistory';
import { storeHistory } from './taskHistory';
import { workflows } from './workflows';

const { nda, ndaFirst, vendor, everyType, unicode } = workflows;

/** The first line of output contains ids of the step documents of the first plan. */
const plans: readonly [Plan, ...Plan[]] = [
	{ workflow: vendor, completed: 0 },
	{ workflow: nda, completed: 0 },
	{ workflow: everyType, completed: 1 },
	{ workflow: unicode, completed: 0 },
	{ workflow: vendor, completed: 1 },
	{ workflow: nda, completed: 1 },
	{ workflow: everyType, completed: 0, status: 'pending' },
	{ workflow: vendor, completed: 2 },
	{ workflow: nda, completed: 2 },
	{ workflow: ndaFirst, completed: 0, rejected: true },
	{ workflow: vendor, completed: 0, rejected: true },
	{ workflow: everyType, completed: 2 },
	{ workflow: unicode, completed: 0, status: 'on_hold' },
	{ workflow: nda, completed: 0, status: 'cancelled' },
	{ workflow: vendor, completed: 3, status: 'archived' },
	{ workflow: everyType, completed: 1, status: 'failed' },
	{ workflow: nda, completed: 0, status: 'created' },
	{ workflow: vendor, completed: 1 },
	{ workflow: unicode, completed: 0 },
	{ workflow: everyType, completed: 3 },
];

/** External source ids of sample tasks; the first one matches two of them. */
export const externalSourceIds = ['CRM-2025-0001', 'CRM-2025-0001', 'ERP/PO 4711', 'Akte-Ä-17'];

/** Those of the main organization come last, so that there is room for any number of them. */
const firstTaskIds: Readonly<Record<number, number>> = {
	[organizations.main]: 10001,
	[organizations.other]: 7001,
};

const seedTask = (seed: TaskSeed, taskId: number, index: number, count: number): void => {
	const { store, random, calendar, organizationId } = seed;
	const plan = plans[index % plans.length] ?? plans[0];
	const begun = calendar.momentOf(index, count);
	const touched = calendar.after(begun, 5000 * 60_000, random);
	const task = storeHistory(seed, taskId, index, plan, { begun, touched });
	task.updated_at = isoTime(touched);
	insertTask(store, task, {
		organizationId,
		externalSourceId: externalSourceIds[index] ?? null,
		metadata: null,
		linked: index % 23 !== 22,
	});
};

/**
 * Creates `count` tasks of an organization, and returns the id of the first one; null if there is
 * none.
 */
export const seedTasks = (seed: TaskSeed, count: number): number | null => {
	const first = firstTaskIds[seed.organizationId] ?? 1;
	for (let index = 0; index < count; index += 1) seedTask(seed, first + index, index, count);
	return count > 0 ? first : null;
};
