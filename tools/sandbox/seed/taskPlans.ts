import type { TaskStatus } from '../options';
import type { Workflow } from '../workflow/definition';
import { workflows } from './workflows';

/** The progress of a sample task: steps completed after the start, and its final status. */
export interface Plan {
	readonly workflow: Workflow;
	readonly completed: number;
	readonly rejected?: boolean;
	readonly status?: TaskStatus;
}

const { nda, ndaFirst, vendor, everyType, unicode } = workflows;

/** The first line of output contains ids of the step documents of the first plan. */
export const plans: readonly [Plan, ...Plan[]] = [
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
