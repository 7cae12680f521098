import { isoTime } from '../clock';
import { insertTask } from '../store/tasks/tasks';
import { organizations } from './accounts';
import type { TaskSeed } from './taskDraft';
import { storeHistory } from './taskHistory';
import { plans } from './taskPlans';
import { momentOfRecord } from './values';

/** External source ids of sample tasks; the first one matches two of them. */
export const externalSourceIds = ['CRM-2025-0001', 'CRM-2025-0001', 'ERP/PO 4711', 'Akte-Ä-17'];

/** Those of the main organization come last, so that there is room for any number of them. */
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

/**
 * Creates `count` tasks of an organization, and returns the id of the first one; null if there is
 * none.
 */
export const seedTasks = (seed: TaskSeed, count: number): number | null => {
	const first = firstTaskIds[seed.organizationId] ?? 1;
	for (let index = 0; index < count; index += 1) seedTask(seed, first + index, index, count);
	return count > 0 ? first : null;
};
