import type { Job } from '../job';
import { approveTasks, guardedDecisions, limitedApprovals, twoWorkers } from './approvals';
import { attachFile } from './attachFile';
import { listTasks, searchDocuments } from './lists';

/**
 * All jobs in the order in which they run. The workers are first, because they need additional
 * programs: if one is missing, the script fails before the other jobs run.
 */
export const jobs: readonly Job[] = [
	twoWorkers,
	listTasks,
	searchDocuments,
	approveTasks,
	guardedDecisions,
	limitedApprovals,
	attachFile,
];
