import { resources } from '../../nodes/ContractWorkflow/resources';
import { events } from '../../nodes/ContractWorkflowPollingTrigger/events';
import { anchorOf } from '../apiDocs/markdown';
import { referenceFolder } from './reference/pages';

/** The table of resources, each with its page of the reference and its operations. */
export const operationsTable = (): string =>
	[
		'| Resource | Operations |',
		'|---|---|',
		...resources.map(({ name, operations }) => {
			const page = `${referenceFolder}/${anchorOf(name)}.md`;
			const names = operations.map((operation) => operation.name).join(', ');
			return `| [${name}](${page}) | ${names} |`;
		}),
	].join('\n');

/** The table of the events of the polling trigger, as the node offers them. */
export const eventsTable = (): string =>
	[
		'| Trigger On | Starts when |',
		'|---|---|',
		...events.map(({ name, description }) => `| ${name} | ${description} |`),
	].join('\n');
