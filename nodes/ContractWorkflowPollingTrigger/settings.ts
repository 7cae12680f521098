import type { IPollFunctions } from 'n8n-workflow';
import type { Row } from '../../src';
import { parameterReader } from '../shared/fields/parameters';
import type { Property } from '../shared/fields/property';
import { hasExpression, property } from '../shared/fields/property';
import type { TaskFilters } from '../shared/panel/taskFilters';
import { output } from '../shared/rows/output';
import { chosenFields } from './changes';
import type { PollingEvent } from './event';
import { events } from './events';

export const triggerOn = property({
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: 'taskCreated',
	options: events.map(({ name, value, description }) => ({ name, value, description })),
});

const options = property({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Start With Existing Items',
			name: 'backlog',
			type: 'boolean',
			default: false,
			description: 'Whether to return everything that already exists at the first poll',
		},
	],
});

/**
 * The fields of one section of the panel. Each occurs once and is shown for the events that have
 * it.
 */
const fieldsOf = (section: (event: PollingEvent) => readonly Property[]): readonly Property[] =>
	[...new Set(events.flatMap(section))].map((field) => ({
		...field,
		displayOptions: {
			show: {
				...field.displayOptions?.show,
				event: events.filter((event) => section(event).includes(field)).map(({ value }) => value),
			},
		},
	}));

/** The parameters of the trigger. n8n adds the poll times. */
export const properties: readonly Property[] = [
	triggerOn,
	...fieldsOf(({ properties, choice }) => [...properties, ...(choice ? [choice.property] : [])]),
	...fieldsOf(({ kind }) => [kind.filters]),
	output,
	...fieldsOf(({ kind }) => [kind.selected]),
	options,
];

const names = Object.fromEntries(events.map(({ name, value }) => [value, name]));

/** The text below the name of a node. */
export const subtitle = `={{ (${JSON.stringify(names)})[$parameter["event"]] }}`;

/**
 * Reads the parameters of the trigger: what to watch for, and what to return.
 * @throws {WrongField} that names the field by its display name.
 */
export const readPollSettings = (context: IPollFunctions) => {
	const read = parameterReader(context);
	const valueOf = (property: Property): unknown => read(property)[property.name];
	const { event: value, options: chosen, output: mode } = read(triggerOn, options, output);
	// The reader accepts no other value.
	const event = events.find((one) => one.value === value) as PollingEvent;
	const { choice, kind, properties } = event;
	const { parameters: stored } = context.getNode();
	const isExpression = choice !== undefined && hasExpression(stored[choice.property.name]);
	const fields = mode === 'selectedFields' ? (valueOf(kind.selected) as string[]) : [];
	return {
		event,
		parameters: read(...properties),
		fields: choice ? chosenFields(choice, valueOf(choice.property), isExpression) : [],
		/** Whether the very first poll returns the existing rows. */
		backlog: chosen.backlog ?? false,
		filters: valueOf(kind.filters) as TaskFilters,
		/** Returns the output of a row. */
		shape: (row: Row) => kind.shape(row, { output: mode, fields }),
	};
};
