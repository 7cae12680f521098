import type { IPollFunctions } from 'n8n-workflow';
import { parameterReader } from '../shared/parameters';
import type { ParametersOf } from '../shared/property';
import {
	documentEvents,
	documentFilters,
	event,
	options,
	slug,
	status,
	taskEvents,
	taskFilters,
} from './description';

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
 * @throws {WrongField} that names the field by its display name.
 */
export const readSettings = (context: IPollFunctions): Settings => {
	const read = parameterReader(context);
	const chosen = read(event, options);
	const isTask = taskEvents.some((event) => event === chosen.event);
	const isDocument = documentEvents.some((event) => event === chosen.event);
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
