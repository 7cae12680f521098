import { expect, it } from '@jest/globals';
import { events } from '../../../nodes/ContractWorkflowPollingTrigger/events';
import { properties } from '../../../nodes/ContractWorkflowPollingTrigger/settings';

it.each(events)('the panel shows for $name what the event has, in its order', (event) => {
	const own = [...event.properties, ...(event.choice ? [event.choice.property] : [])];
	const shown = properties.filter(({ displayOptions }) => {
		const shownFor = displayOptions?.show?.event;
		return shownFor === undefined || shownFor.includes(event.value);
	});
	expect(shown.map(({ name }) => name)).toEqual([
		'event',
		...own.map(({ name }) => name),
		event.kind.filters.name,
		'output',
		event.kind.selected.name,
		'options',
	]);
});
