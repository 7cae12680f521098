import type { Property } from '../shared/fields/property';
import { property } from '../shared/fields/property';
import { output } from '../shared/rows/output';
import type { PollingEvent } from './event';
import { defaultEvent, events } from './events';

const valuesOf = (which: (event: PollingEvent) => boolean): readonly string[] =>
	events.filter(which).map(({ value }) => value);

export const triggerOn = property({
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	default: defaultEvent,
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
			displayName: 'If Not Remembered',
			name: 'ifNotRemembered',
			type: 'options',
			default: 'start',
			displayOptions: {
				show: { '/event': valuesOf(({ asksIfNotRemembered }) => asksIfNotRemembered === true) },
			},
			description: 'What to do with items that recent polls did not see',
			options: [
				{
					name: 'Start the Workflow',
					value: 'start',
					description: 'In the output, "changed" is null',
				},
				{
					name: 'Only Remember Them',
					value: 'nothing',
					description: 'Later changes start the workflow',
				},
			],
		},
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
				event: valuesOf((event) => section(event).includes(field)),
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

const names = JSON.stringify(Object.fromEntries(events.map(({ name, value }) => [value, name])));
const choices = events.flatMap(({ value, choice }) =>
	choice ? [`${value}: $parameter["${choice.property.name}"]`] : [],
);

/** The text below the name of a node: the event, and whether only chosen fields count. */
export const subtitle = `={{ (${names})[$parameter["event"]] + ({ ${choices.join(', ')} }[$parameter["event"]]?.length ? " · Chosen Only" : "") }}`;
