import type { Property } from '../shared/fields/property';
import { property } from '../shared/fields/property';
import { output } from '../shared/rows/output';
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

export const options = property({
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
	...fieldsOf(({ rows }) => (rows ? [rows.filters] : [])),
	...fieldsOf(({ rows }) => (rows ? [output] : [])),
	...fieldsOf(({ rows }) => (rows ? [rows.selected] : [])),
	options,
];

const names = Object.fromEntries(events.map(({ name, value }) => [value, name]));

/** The text below the name of a node. */
export const subtitle = `={{ (${JSON.stringify(names)})[$parameter["event"]] }}`;
