import type { EventSettings } from '../../nodes/ContractWorkflowPollingTrigger/event';
import { events } from '../../nodes/ContractWorkflowPollingTrigger/events';
import type { Client } from '../../src';

const eventOf = (value: string) => {
	const event = events.find((one) => one.value === value);
	if (!event) throw new Error(`There is no event ${value}`);
	return event;
};

/** The watch of an untouched polling trigger for an event, with some of its settings changed. */
export const watchFor = (client: Client, event: string, settings: Partial<EventSettings> = {}) => {
	const found = eventOf(event);
	const parameters = Object.fromEntries(found.properties.map((one) => [one.name, one.default]));
	const untouched = { parameters, filters: {}, fields: [], startsUnknown: true };
	return found.watch(client, { ...untouched, ...settings });
};

/** The fields that are compared when a builder makes some choices in the field of an event. */
export const fieldsFor = (event: string, choices: readonly string[]): EventSettings['fields'] =>
	eventOf(event).choice?.read(choices, false) ?? [];
