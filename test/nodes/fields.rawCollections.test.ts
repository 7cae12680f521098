import { expect, it } from '@jest/globals';
import type { Property } from '../../nodes/shared/fields/property';
import { checkWhole, keepingRaw } from '../../nodes/shared/fields/rawCollections';
import type { Explained } from '../../nodes/shared/words/explained';

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
const owner: Property = { ...filters, options: [text('owner', 'Owner')] };

const faultIn = (...given: Parameters<typeof checkWhole>) => {
	try {
		checkWhole(...given);
		return undefined;
	} catch (error) {
		const { message, details } = error as Explained;
		return [message, ...details].join('. ');
	}
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

const byOne = /^"(Filters|Metadata)" must be an object of fields\. Fill in the fields one by one/;

it.each<readonly [property: Property, raw: unknown, fault: RegExp | undefined]>([
	[text('name', 'Name'), 'text', undefined],
	[{ ...text('name', 'Name'), type: 'json' }, { a: 1 }, undefined],
	[filters, { status: 'x', lastStep: '={{ $json.a }}' }, undefined],
	[filters, { metadata: { entry: [{ name: 'a' }, {}] } }, undefined],
	[filters, { owner: 'x', status: 'x' }, undefined],
	[rows, { entry: null }, undefined],
	[filters, {}, undefined],
	[filters, undefined, undefined],
	[rows, '', undefined],
	[filters, '={{ $json }}', byOne],
	[rows, '{"entry": []}', byOne],
	[filters, ['status'], byOne],
	[filters, 0, byOne],
	[rows, { entry: '={{ [] }}' }, byOne],
	[filters, { metadata: '={{ $json }}' }, byOne],
	[
		filters,
		{ status: 'x', last_step: 1, two: 2 },
		/^"Filters" has no "last_step"\. Allowed names: "status", "lastStep", "metadata", "owner"\. The panel/,
	],
	[rows, { status: [] }, /^"Metadata" has no "status"/],
	[rows, { entry: [{ name: 'a' }, { Name: 'b' }] }, /^"Metadata" has no "Name"/],
])('%j with %j', (property, raw, fault) => {
	const told = faultIn(property, raw, property === filters ? [owner] : []);
	if (fault === undefined) expect(told).toBeUndefined();
	else expect(told).toMatch(fault);
});
