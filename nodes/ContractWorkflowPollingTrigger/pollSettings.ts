import type { IPollFunctions } from 'n8n-workflow';
import type { Row } from '../../src';
import type { ParameterReader } from '../shared/fields/parameters';
import { holdsExpression, parameterReader } from '../shared/fields/parameters';
import { output } from '../shared/rows/output';
import { options, triggerOn } from './description';
import type { EventSettings, PollingEvent } from './event';
import { events } from './events';

/** What to watch for, and what to return. */
export interface PollSettings extends EventSettings {
	readonly event: PollingEvent;
	/** Whether a first poll returns the existing rows. */
	readonly backlog: boolean;
	/** Returns the output of a row. */
	readonly shape: (row: Row) => Row;
}

const shapeOf = ({ rows }: PollingEvent, read: ParameterReader): PollSettings['shape'] => {
	if (!rows) return (row) => row;
	const { output: mode } = read(output);
	const fields = mode === 'selectedFields' ? rows.readSelected(read) : [];
	return (row) => rows.shape(row, { output: mode, fields });
};

/**
 * Reads the parameters of the trigger.
 * @throws {WrongField} that names the field by its display name.
 */
export const readPollSettings = (context: IPollFunctions): PollSettings => {
	const read = parameterReader(context);
	const { event: value, options: chosen } = read(triggerOn, options);
	// The reader accepts no other value.
	const event = events.find((one) => one.value === value) as PollingEvent;
	const { choice, rows, properties } = event;
	return {
		event,
		parameters: read(...properties),
		filters: rows?.readFilters(read) ?? {},
		fields:
			choice?.read(
				read(choice.property)[choice.property.name],
				holdsExpression(context.getNode(), choice.property),
			) ?? [],
		startsUnknown: (chosen.ifNotRemembered ?? 'start') === 'start',
		backlog: chosen.backlog ?? false,
		shape: shapeOf(event, read),
	};
};
