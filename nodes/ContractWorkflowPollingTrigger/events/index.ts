import type { PollingEvent } from '../event';
import { documentCreated } from './documentCreated';
import { documentUpdated } from './documentUpdated';
import { taskCreated } from './taskCreated';
import { taskStatusIs } from './taskStatusIs';
import { taskUpdated } from './taskUpdated';
import { taskWaitsForApproval } from './taskWaitsForApproval';

/** The events, in the order of the panel. */
export const events: readonly PollingEvent[] = [
	documentCreated,
	documentUpdated,
	taskCreated,
	taskStatusIs,
	taskUpdated,
	taskWaitsForApproval,
];
