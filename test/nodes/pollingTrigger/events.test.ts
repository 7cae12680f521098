import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { events } from '../../../nodes/ContractWorkflowPollingTrigger/events';
import { properties, triggerOn } from '../../../nodes/ContractWorkflowPollingTrigger/settings';

const folder = path.join(__dirname, '../../../nodes/ContractWorkflowPollingTrigger/events');

it('the list holds the event of each file, in the order of their names', () => {
	const files = readdirSync(folder).filter((file) => file !== 'index.ts');
	const values = events.map(({ value }) => value);
	expect(values.toSorted()).toEqual(files.map((file) => path.basename(file, '.ts')).sort());
	const names = events.map(({ name }) => name);
	expect(names).toEqual(names.toSorted());
	expect(values).toContain(triggerOn.default);
});

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
