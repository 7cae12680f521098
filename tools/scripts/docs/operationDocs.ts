import { resources } from '../../../nodes/ContractWorkflow/resources';
import { events } from '../../../nodes/ContractWorkflowPollingTrigger/events';

/** The table of resources with their operations. */
export const operationsTable = (): string =>
	[
		'| Resource | Operations |',
		'|---|---|',
		...resources.map(({ name, operations }) => {
			const names = operations.map((operation) => operation.name).join(', ');
			return `| ${name} | ${names} |`;
		}),
	].join('\n');

/** The table of the events of the polling trigger, as the node offers them. */
export const eventsTable = (): string =>
	[
		'| Trigger On | Starts when |',
		'|---|---|',
		...events.map(({ name, description }) => `| ${name} | ${description} |`),
	].join('\n');
