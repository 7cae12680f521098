import type { Job } from '../job';
import { approveTasks, guardedDecisions, limitedApprovals } from './approvals';
import { attachFile } from './attachFile';
import { listTasks, searchDocuments } from './lists';

/** All jobs, in the order in which they run. */
export const jobs: readonly Job[] = [
	listTasks,
	searchDocuments,
	approveTasks,
	guardedDecisions,
	limitedApprovals,
	attachFile,
];
