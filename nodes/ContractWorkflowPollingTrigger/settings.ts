import type { IPollFunctions } from 'n8n-workflow';
import type { ParametersOf } from '../ContractWorkflow/operation';
import { triggerReader } from '../ContractWorkflow/triggerParameters';
import { documentFilters, event, options, slug, status, taskFilters } from './description';

type Chosen = ParametersOf<[typeof event, typeof status, typeof taskFilters]>;

/** What to watch for. */
export interface Settings {
	readonly event: Chosen['event'];
	/** Of Task Status Is. */
	readonly status: Chosen['status'];
	/** Of Clickwrap Version Published. */
	readonly slug: string;
	readonly filters: Chosen['taskFilters'];
	/** Whether a first poll gives what is there already. */
	readonly backlog: boolean;
}

/**
 * Reads the parameters of the trigger.
 * @throws {InvalidInput} that names the field by its display name.
 */
export const readSettings = (context: IPollFunctions): Settings => {
	const read = triggerReader(context);
	const chosen = read(event, options);
	const isTask = chosen.event.startsWith('task');
	const isDocument = chosen.event.startsWith('document');
	return {
		event: chosen.event,
		status: chosen.event === 'taskStatusIs' ? read(status).status : status.default,
		slug: chosen.event === 'clickwrapVersionPublished' ? read(slug).slug.trim() : '',
		filters: isTask
			? read(taskFilters).taskFilters
			: isDocument
				? read(documentFilters).documentFilters
				: {},
		backlog: chosen.options.backlog ?? false,
	};
};
