import type { Job } from '../job';
import { approveTasks } from './approveTasks';
import { attachFile } from './attachFile';
import { downloadFile } from './downloadFile';
import { firstRows } from './firstRows';
import { flatMemory } from './flatMemory';
import { listTasks } from './listTasks';
import { packageLoad } from './packageLoad';
import { pollList } from './pollList';
import { rateLimit } from './rateLimit';
import { readOne } from './readOne';
import { searchDocuments } from './searchDocuments';
import { slowService } from './slowService';

/** All jobs in the order in which they run; those of the same service stand together. */
export const jobs: readonly Job[] = [
	listTasks,
	searchDocuments,
	firstRows,
	pollList,
	approveTasks,
	readOne,
	slowService,
	rateLimit,
	attachFile,
	flatMemory,
	downloadFile,
	packageLoad,
];
