import type { IPollFunctions } from 'n8n-workflow';
import { parameterReader } from '../shared/parameters';
import type { ParametersOf, Property } from '../shared/property';
import { readChoices } from './choices';
import {
	documentEvents,
	documentFilters,
	documentThings,
	event,
	markedFieldsOf,
	options,
	slug,
	status,
	taskEvents,
	taskFilters,
	taskThings,
} from './description';
import type { Thing } from './things';
import { documentThing, markedFields, orgField, taskThing, withOwnNames } from './things';

type Chosen = ParametersOf<[typeof event, typeof status, typeof taskFilters]>;

/** What is compared of rows. */
export interface Compared {
	/** Nothing where whole rows are compared. */
	readonly things: readonly Thing[];
	/** The field that they were chosen in. */
	readonly chosenIn?: Property;
	/** Whether a row that is not remembered starts the workflow, where things are compared. */
	readonly startsUnknown: boolean;
}

/** What to watch for. */
export interface Settings extends Compared {
	readonly event: Chosen['event'];
	/** Of Task Status Is. */
	readonly status: Chosen['status'];
	/** Of Clickwrap Version Published. */
	readonly slug: string;
	readonly filters: Chosen['taskFilters'];
	/** Whether a first poll gives what is there already. */
	readonly backlog: boolean;
}

const thingsOf = (
	context: IPollFunctions,
	chosen: Chosen['event'],
): Pick<Compared, 'chosenIn' | 'things'> => {
	switch (chosen) {
		case 'taskUpdated':
			return { chosenIn: taskThings, things: readChoices(context, taskThings, taskThing) };
		case 'documentUpdated':
			return {
				chosenIn: documentThings,
				things: readChoices(context, documentThings, documentThing),
			};
		case 'documentFieldBecomesClear':
		case 'documentFieldBecomesUnclear': {
			const fields = readChoices(context, markedFieldsOf, orgField);
			return {
				chosenIn: markedFieldsOf,
				things: [markedFields('unclear_fields', 'is_unclear', fields)],
			};
		}
		default:
			return { things: [] };
	}
};

/**
 * Reads the parameters of the trigger.
 * @throws {WrongField} that names the field by its display name.
 */
export const readSettings = (context: IPollFunctions): Settings => {
	const read = parameterReader(context);
	const chosen = read(event, options);
	const isTask = taskEvents.some((event) => event === chosen.event);
	const isDocument = documentEvents.some((event) => event === chosen.event);
	const { things, ...where } = thingsOf(context, chosen.event);
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
		...where,
		things: withOwnNames(things),
		startsUnknown: (chosen.options.ifNotRemembered ?? 'start') === 'start',
	};
};
