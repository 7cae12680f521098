import { resources } from '../../nodes/ContractWorkflow/resources';
import { events } from '../../nodes/ContractWorkflowPollingTrigger/events';

/** The table of resources and operations, as the node offers them. */
export const operationsTable = (): string => {
	const rows = resources.flatMap(({ name: resource, operations }) =>
		operations.map(({ name, description, endpoint, accessTokenEndpoint }) => {
			const endpoints = [endpoint, accessTokenEndpoint].flatMap((one) =>
				one ? [`\`${one.method} ${one.path}\``] : [],
			);
			return `| ${resource} | ${name} | ${description} | ${endpoints.join(', ')} |`;
		}),
	);
	return ['| Resource | Operation | What it does | Endpoint |', '|---|---|---|---|', ...rows].join(
		'\n',
	);
};

/** The table of the events of the polling trigger, as the node offers them. */
export const eventsTable = (): string =>
	[
		'| Trigger On | Starts when |',
		'|---|---|',
		...events.map(({ name, description }) => `| ${name} | ${description} |`),
	].join('\n');
