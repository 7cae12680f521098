import { describe, expect, it } from '@jest/globals';
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
		const { message, advice } = error as Explained;
		return `${message}. ${advice}`;
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

describe('nothing is wrong with', () => {
	it.each<[what: string, property: Property, raw: unknown]>([
		['a text', text('name', 'Name'), 'text'],
		['an object that is no collection', { ...text('name', 'Name'), type: 'json' }, { a: 1 }],
		['fields', filters, { status: 'x', lastStep: '={{ $json.a }}' }],
		['a list of rows', filters, { metadata: { entry: [{ name: 'a' }, {}] } }],
		['no list', rows, { entry: null }],
		['no fields', filters, {}],
		['nothing', filters, undefined],
		['null', filters, null],
		['an empty text', rows, ''],
	])('%s', (_what, property, raw) => {
		expect(faultIn(property, raw)).toBeUndefined();
	});

	it('a field of the same collection in another operation', () => {
		expect(faultIn(filters, { owner: 'x', status: 'x' }, [owner])).toBeUndefined();
	});
});

describe('is refused, with what to write', () => {
	const byOne =
		/^"(Filters|Metadata)" must be an object of fields\. Nothing was sent\. Fill in the fields one by one/;
	it.each<[what: string, property: Property, raw: unknown, fault: RegExp]>([
		['an expression for all', filters, '={{ $json }}', byOne],
		['a JSON text', rows, '{"entry": []}', byOne],
		['a list', filters, ['status'], byOne],
		['a number', filters, 0, byOne],
		['an expression for a list', rows, { entry: '={{ [] }}' }, byOne],
		['an expression for an inner one', filters, { metadata: '={{ $json }}' }, byOne],
		[
			'a wrong name',
			filters,
			{ state2: 1 },
			/no "state2".*names: "status", "lastStep", "metadata"/,
		],
		['the first of several', filters, { status: 'x', one: 1, two: 2 }, /no "one"/],
		['another spelling', filters, { last_step: 1 }, /no "last_step".*Use "lastStep" for "Step Be/],
		['the name in the panel', filters, { state: 1 }, /no "state".*Use "status" for "State"/],
		['a name of another collection', rows, { status: [] }, /"Metadata" has no "status"/],
		['a wrong name in a row', rows, { entry: [{ name: 'a' }, { Name: 'b' }] }, /Use "name" for/],
	])('%s', (_what, property, raw, fault) => {
		expect(faultIn(property, raw)).toMatch(fault);
	});
});
