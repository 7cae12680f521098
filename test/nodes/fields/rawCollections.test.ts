import { expect, it } from '@jest/globals';
import { isReplaced } from '../../../nodes/shared/fields/parameters';
import type { Property } from '../../../nodes/shared/fields/property';
import { keepingRaw } from '../../../nodes/shared/fields/property';

const text = (name: string, displayName: string): Property => ({
	displayName,
	name,
	type: 'string',
	default: '',
});

const rows: Property = {
	displayName: 'Metadata',
	name: 'metadata',
	type: 'fixedCollection',
	default: {},
	typeOptions: { multipleValues: true },
	options: [{ displayName: 'Entry', name: 'entry', values: [text('name', 'Name')] }],
};
const filters: Property = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	default: {},
	options: [text('status', 'State'), text('lastStep', 'Step Before'), rows],
};
it('n8n keeps a collection as it is, beside its hidden twin', () => {
	const displayOptions = { show: { operation: ['approve'] } };
	const name = { displayName: 'Name', name: 'name', type: 'string', default: 'x' } as const;
	const raw = { displayName: 'Name', name: 'name', type: 'hidden', default: {} };
	for (const type of ['collection', 'fixedCollection'] as const) {
		const property = { ...name, type, default: {}, description: 'Any', options: [] };
		const shown = { ...property, displayOptions };
		expect(keepingRaw([name, property, shown])).toStrictEqual([
			...[name, property, raw, shown],
			{ ...raw, displayOptions },
		]);
	}
});

it.each<readonly [property: Property, raw: unknown, expected: boolean]>([
	[text('name', 'Name'), 'text', false],
	[{ ...text('name', 'Name'), type: 'json' }, { a: 1 }, false],
	[filters, { status: 'x', lastStep: '={{ $json.a }}' }, false],
	[filters, { metadata: { entry: [{ name: 'a' }, {}] } }, false],
	[rows, { entry: null }, false],
	[rows, '', false],
	[filters, undefined, false],
	[filters, '={{ $json }}', true],
	[rows, '{"entry": []}', true],
	[filters, ['status'], true],
	[filters, 0, true],
	[rows, { entry: '={{ [] }}' }, true],
])('%j is replaced by %j: %s', (property, raw, expected) => {
	expect(isReplaced(property, raw)).toBe(expected);
});
