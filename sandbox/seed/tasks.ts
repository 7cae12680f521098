import { isoTime } from '../clock';
import type { TaskStatus } from '../options';
import type { Store } from '../store/database';
import { insertTask } from '../store/tasks';
import type { Workflow } from '../workflow/definition';
import { organizations } from './accounts';
import type { Random } from './random';
import { storeHistory } from './taskHistory';
import { momentOfRecord } from './values';
import { workflows } from './workflows';

/** How far a sample task has come: steps completed after the start, and the status set then. */
export interface Plan {
	readonly workflow: Workflow;
	readonly completed: number;
	readonly rejected?: boolean;
	readonly status?: TaskStatus;
}

const { nda, ndaFirst, vendor, everyType, unicode } = workflows;

/** The first plan is the one whose step documents the ids of the first output line name. */
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

/** How the sample tasks of one organization are made. */
export interface TaskSeed {
	readonly store: Store;
	readonly random: Random;
	readonly organizationId: number;
	/** Status of a task after a rejection that ends it. */
	readonly rejectedStatus: TaskStatus;
}

const firstTaskIds: Readonly<Record<number, number>> = {
	[organizations.main]: 10001,
	[organizations.other]: 7001,
};

const seedTask = (seed: TaskSeed, taskId: number, index: number, count: number): void => {
	const { store, random, organizationId } = seed;
	const plan = plans[index % plans.length] ?? plans[0];
	const begun = momentOfRecord(index, count);
	const touched = begun + random.integer(1, 5000) * 60_000;
	const task = storeHistory(seed, taskId, index, plan, { begun, touched });
	task.updated_at = isoTime(touched);
	insertTask(store, task, {
		organizationId,
		externalSourceId: externalSourceIds[index] ?? null,
		metadata: null,
		linked: index % 23 !== 22,
	});
};

/** Makes `count` tasks of an organization; gives the id of the first one, null without any. */
export const seedTasks = (seed: TaskSeed, count: number): number | null => {
	const first = firstTaskIds[seed.organizationId] ?? 1;
	for (let index = 0; index < count; index += 1) seedTask(seed, first + index, index, count);
	return count > 0 ? first : null;
};
