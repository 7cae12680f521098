import type { Settings } from '../../nodes/ContractWorkflowPollingTrigger/settings';

/** The settings of an untouched polling trigger for an event, with some of them changed. */
export const settingsFor = (event: Settings['event'], more: Partial<Settings> = {}): Settings => ({
	event,
	status: 'completed',
	slug: '',
	filters: {},
	backlog: false,
	things: [],
	startsUnknown: true,
	...more,
});
