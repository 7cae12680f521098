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

/** What is compared of rows, where it is not all of them. */
export interface Compared {
	/** The field that they were chosen in. */
	readonly property: Property;
	readonly things: readonly Thing[];
	/** Whether a row that is not remembered starts the workflow. */
	readonly startsUnknown: boolean;
}

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
	readonly compared?: Compared;
}

const thingsOf = (
	context: IPollFunctions,
	chosen: Chosen['event'],
): Pick<Compared, 'property' | 'things'> | undefined => {
	switch (chosen) {
		case 'taskUpdated':
			return { property: taskThings, things: readChoices(context, taskThings, taskThing) };
		case 'documentUpdated':
			return {
				property: documentThings,
				things: readChoices(context, documentThings, documentThing),
			};
		case 'documentFieldBecomesClear':
		case 'documentFieldBecomesUnclear': {
			const fields = readChoices(context, markedFieldsOf, orgField);
			return {
				property: markedFieldsOf,
				things: [markedFields('unclear_fields', 'is_unclear', fields)],
			};
		}
		default:
			return undefined;
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
	const compared = thingsOf(context, chosen.event);
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
		...(compared &&
			compared.things.length > 0 && {
				compared: {
					property: compared.property,
					things: withOwnNames(compared.things),
					startsUnknown: (chosen.options.ifNotRemembered ?? 'start') === 'start',
				},
			}),
	};
};
