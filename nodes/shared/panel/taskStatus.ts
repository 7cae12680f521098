import { property } from '../fields/property';

/** A task status (section 3). */
export const taskStatus = property({
	displayName: 'Status',
	name: 'status',
	type: 'options',
	default: 'in_progress',
	options: [
		{ name: 'Archived', value: 'archived' },
		{ name: 'Cancelled', value: 'cancelled' },
		{ name: 'Completed', value: 'completed' },
		{ name: 'Created', value: 'created' },
		{ name: 'Failed', value: 'failed' },
		{ name: 'In Progress', value: 'in_progress' },
		{ name: 'On Hold', value: 'on_hold' },
		{ name: 'Pending', value: 'pending' },
		{ name: 'Rejected', value: 'rejected' },
	],
});
