import type { Job } from '../job';
import { approveOverTls } from './approvals/approveOverTls';
import { approveTasks } from './approvals/approveTasks';
import { guardedDecisions } from './approvals/guardedDecisions';
import { rateLimit } from './approvals/rateLimit';
import { slowService } from './approvals/slowService';
import { attachFile } from './attachFile';
import { downloadFile } from './downloadFile';
import { firstRows } from './firstRows';
import { flatMemory } from './flatMemory';
import { launchFromForm } from './launchFromForm';
import { listTasks } from './listTasks';
import { packageLoad } from './packageLoad';
import { pollList } from './pollList';
import { readOne } from './readOne';
import { searchDocuments } from './searchDocuments';
import { twoWorkers } from './twoWorkers';

/**
 * All jobs in the order in which they run. Jobs that use the same service follow each other. The
 * first two need additional programs: if one is missing, the script fails before the other jobs
 * run.
 */
export const jobs: readonly Job[] = [
	twoWorkers,
	listTasks,
	searchDocuments,
	firstRows,
	pollList,
	approveTasks,
	guardedDecisions,
	launchFromForm,
	readOne,
	slowService,
	approveOverTls,
	rateLimit,
	attachFile,
	flatMemory,
	downloadFile,
	packageLoad,
];
