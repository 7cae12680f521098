import type { IPollFunctions } from 'n8n-workflow';
import type { Row } from '../../src';
import { hasExpression, parameterReader } from '../shared/fields/parameters';
import type { Property } from '../shared/fields/property';
import type { TaskFilters } from '../shared/panel/taskFilters';
import { output } from '../shared/rows/output';
import { chosenFields } from './changes';
import { options, triggerOn } from './description';
import type { EventSettings, PollingEvent } from './event';
import { events } from './events';

/** What to watch for, and what to return. */
export interface PollSettings extends Omit<EventSettings, 'client' | 'warn'> {
	readonly event: PollingEvent;
	/** Whether the very first poll returns the existing rows. */
	readonly backlog: boolean;
	/** Returns the output of a row. */
	readonly shape: (row: Row) => Row;
}

/**
 * Reads the parameters of the trigger.
 * @throws {WrongField} that names the field by its display name.
 */
export const readPollSettings = (context: IPollFunctions): PollSettings => {
	const read = parameterReader(context);
	const valueOf = (property: Property): unknown => read(property)[property.name];
	const { event: value, options: chosen } = read(triggerOn, options);
	// The reader accepts no other value.
	const event = events.find((one) => one.value === value) as PollingEvent;
	const { choice, rows, properties } = event;
	const { parameters: stored } = context.getNode();
	const isExpression = choice !== undefined && hasExpression(stored[choice.property.name]);
	const settings = {
		event,
		parameters: read(...properties),
		fields: choice ? chosenFields(choice, valueOf(choice.property), isExpression) : [],
		backlog: chosen.backlog ?? false,
	};
	if (!rows) return { ...settings, filters: {}, shape: (row) => row };
	const { output: mode } = read(output);
	const fields = mode === 'selectedFields' ? (valueOf(rows.selected) as string[]) : [];
	return {
		...settings,
		filters: valueOf(rows.filters) as TaskFilters,
		shape: (row) => rows.shape(row, { output: mode, fields }),
	};
};
