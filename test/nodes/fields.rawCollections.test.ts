import { describe, expect, it, jest } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { Property } from '../../nodes/shared/fields/property';
import {
	checkWhole,
	keepingRaw,
	readShown,
	shownPart,
} from '../../nodes/shared/fields/rawCollections';
import type { Explained } from '../../nodes/shared/words/explained';

/** What n8n would drop of a collection, and what its panel hides of it. */

const text = (name: string, displayName: string, more: Partial<Property> = {}): Property => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...more,
});

const filters: Property = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	default: {},
	options: [text('status', 'Status'), text('step2', 'Current Step')],
};

const options: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'fixedCollection',
	default: {},
	options: [
		{ displayName: 'Safety', name: 'safety', values: [text('dryRun', 'Dry Run'), filters] },
		{ displayName: 'Results', name: 'results', values: [text('offset', 'Start At')] },
	],
};

const rows: Property = {
	displayName: 'Variables',
	name: 'variables',
	type: 'fixedCollection',
	default: {},
	typeOptions: { multipleValues: true },
	options: [
		{ displayName: 'Variable', name: 'variable', values: [text('id', 'ID'), text('kind', 'Type')] },
		{ displayName: 'Other', name: 'other', values: [text('note', 'Note')] },
	],
};

const faultIn = (...given: Parameters<typeof checkWhole>) => {
	try {
		checkWhole(...given);
		return undefined;
	} catch (error) {
		const { name, message, advice, facts, details } = error as Explained;
		return { name, message, advice, facts, details };
	}
};

const dropped = (message: string, advice: string) => ({
	name: 'WouldBeDropped',
	message,
	advice: `Nothing was sent. ${advice} The panel does not show this value. Copy the node into a text editor, correct its JSON, and paste it back.`,
	facts: {},
	details: [],
});

const notFilledIn = (message: string) =>
	dropped(
		message,
		'Fill in the fields one by one. n8n drops an expression or JSON text for the whole collection.',
	);

describe('n8n keeps', () => {
	const name = { displayName: 'Name', name: 'name', type: 'string', default: 'x' } as const;
	const displayOptions = { show: { operation: ['approve'] } };

	it.each(['collection', 'fixedCollection'] as const)('a %s as it is', (type) => {
		const property = { ...name, type, default: {}, description: 'Any', options: [] };
		const shown = { ...property, displayOptions };
		const raw = { displayName: 'Name', name: 'name', type: 'hidden', default: {} };
		expect(keepingRaw([name, property, shown])).toStrictEqual([
			name,
			property,
			raw,
			shown,
			{ ...raw, displayOptions },
		]);
	});
});

describe('nothing is wrong with', () => {
	it.each<[what: string, property: Property, raw: unknown]>([
		['a text', text('name', 'Name'), 'text'],
		['an object that is no collection', { ...text('name', 'Name'), type: 'json' }, { a: 1 }],
		['fields', filters, { status: 'x', step2: '={{ $json.a }}' }],
		['one field', filters, { step2: 'x' }],
		['no fields', filters, {}],
		['groups', options, { safety: { dryRun: 'x' }, results: { offset: 'x' } }],
		['one group', options, { results: {} }],
		['no groups', options, {}],
		['a group without a value', options, { safety: undefined }],
		['a group of null', options, { safety: null }],
		['an empty text for a group', options, { safety: '' }],
		['an empty list for a group', options, { safety: [] }],
		['fields in a group', options, { safety: { filters: { status: 'x' } } }],
		['rows', rows, { variable: [{ id: 'x', kind: 'y' }, { id: 'z' }], other: [{ note: 'x' }] }],
		['no rows', rows, { variable: [] }],
		['a list without a value', rows, { variable: undefined }],
		['a list of null', rows, { variable: null }],
		['an empty text for a list', rows, { variable: '' }],
		['a row of null', rows, { variable: [null] }],
		['an empty row', rows, { variable: [{}] }],
	])('%s', (_what, property, raw) => {
		expect(faultIn(property, raw)).toBeUndefined();
	});

	it.each([
		['collection', filters],
		['fixed collection', options],
		['list', rows],
	])('a %s that holds nothing', (_what, property) => {
		for (const raw of [undefined, null, '', []]) expect(faultIn(property, raw)).toBeUndefined();
	});
});

describe('n8n would drop', () => {
	it.each<[what: string, property: Property, raw: unknown, message: string]>([
		['an expression', filters, '={{ $json }}', '"Filters" must be an object of fields'],
		['a list', filters, ['status'], '"Filters" must be an object of fields'],
		['a number', filters, 0, '"Filters" must be an object of fields'],
		['a JSON text', options, '{"safety": {}}', '"Options" must be an object of groups'],
		['a list of groups', options, ['safety'], '"Options" must be an object of groups'],
		[
			'an expression for a group',
			options,
			{ safety: '={{ $json }}' },
			'"Safety" must be an object of fields',
		],
		['a list in a group', options, { safety: [{}] }, '"Safety" must be an object of fields'],
		['a row in a group', options, { results: ['x'] }, '"Results" must be an object of fields'],
		[
			'an expression within a group',
			options,
			{ safety: { filters: '={{ $json }}' } },
			'"Filters" must be an object of fields',
		],
		[
			'an expression for a list',
			rows,
			{ variable: '={{ $json }}' },
			'"Variables" must be an object with a list in "variable"',
		],
		[
			'a row without a list',
			rows,
			{ other: { note: 'x' } },
			'"Variables" must be an object with a list in "other"',
		],
		[
			'an expression for a row',
			rows,
			{ variable: [{ id: 'x' }, '={{ $json }}'] },
			'"Variables" must be an object of fields',
		],
	])('%s', (_what, property, raw, message) => {
		expect(faultIn(property, raw)).toStrictEqual(notFilledIn(message));
	});

	it('a row of a collection that is no list', () => {
		const single: Property = { ...options, typeOptions: { multipleValues: false } };
		expect(faultIn(single, { safety: { dryRun: 'x' } })).toBeUndefined();
		expect(faultIn(single, { safety: [{ dryRun: 'x' }] })).toStrictEqual(
			notFilledIn('"Safety" must be an object of fields'),
		);
	});

	it.each<[what: string, property: Property, raw: unknown, message: string, names: string]>([
		['a field', filters, { state: 'x' }, '"Filters" has no "state"', '"status", "step2"'],
		['a field length', filters, { length: 0 }, '"Filters" has no "length"', '"status", "step2"'],
		['a group', options, { dryRun: 'x' }, '"Options" has no "dryRun"', '"safety", "results"'],
		['a group length', options, { length: 0 }, '"Options" has no "length"', '"safety", "results"'],
		[
			'a field of another group',
			options,
			{ safety: { offset: 'x' } },
			'"Safety" has no "offset"',
			'"dryRun", "filters"',
		],
		[
			'a field in a group',
			options,
			{ safety: { filters: { state: 'x' } } },
			'"Filters" has no "state"',
			'"status", "step2"',
		],
		['a list', rows, { variables: [] }, '"Variables" has no "variables"', '"variable", "other"'],
		[
			'a field of a row',
			rows,
			{ variable: [{ id: 'x' }, { note: 'x' }] },
			'"Variables" has no "note"',
			'"id", "kind"',
		],
		[
			'the first of several',
			filters,
			{ status: 'x', one: 'x', two: 'x' },
			'"Filters" has no "one"',
			'"status", "step2"',
		],
	])('%s with an unknown name', (_what, property, raw, message, names) => {
		expect(faultIn(property, raw)).toStrictEqual(dropped(message, `Allowed names: ${names}.`));
	});
});

describe('the right spelling', () => {
	const named: Property = {
		...filters,
		options: [text('status', 'State'), text('große2', 'Größe'), text('lastStep', 'Step Before')],
	};

	it.each([
		['Status', '"status" for "State"'],
		['STATUS', '"status" for "State"'],
		['sta_tus', '"status" for "State"'],
		[' status!', '"status" for "State"'],
		['state', '"status" for "State"'],
		['GROẞE_2', '"große2" for "Größe"'],
		['größe', '"große2" for "Größe"'],
		['last_step', '"lastStep" for "Step Before"'],
		['last-step', '"lastStep" for "Step Before"'],
		['step before', '"lastStep" for "Step Before"'],
	])('of "%s" is told', (key, use) => {
		expect(faultIn(named, { [key]: 'x' })).toStrictEqual(
			dropped(`"Filters" has no "${key}"`, `Use ${use}.`),
		);
	});

	it.each(['stat', 'große', 'große3', 'grosse2', 'step', '_'])('of "%s" is not known', (key) => {
		expect(faultIn(named, { [key]: 'x' })).toStrictEqual(
			dropped(`"Filters" has no "${key}"`, 'Allowed names: "status", "große2", "lastStep".'),
		);
	});

	it('of a group is told as well', () => {
		expect(faultIn(options, { Results: {} })).toStrictEqual(
			dropped('"Options" has no "Results"', 'Use "results" for "Results".'),
		);
	});

	it('of a field that the panel shows in two ways is told once', () => {
		const both = { ...filters, options: [text('status', 'Status'), text('status', 'State')] };
		expect(faultIn(both, { other: 'x' })).toStrictEqual(
			dropped('"Filters" has no "other"', 'Allowed names: "status".'),
		);
	});
});

describe('what another operation has', () => {
	const inGroup = (name: string, values: readonly Property[]): Property => ({
		...options,
		options: [{ displayName: 'Group', name, values }],
	});
	const others = { ...filters, options: [text('owner', 'Owner'), text('sortBy', 'Sort By')] };

	it('in the same collection is ignored, but not told', () => {
		expect(faultIn(filters, { owner: 'x', sortBy: 'x', status: 'x' }, [others])).toBeUndefined();
		expect(faultIn(filters, { Owner: 'x' }, [others])).toStrictEqual(
			dropped('"Filters" has no "Owner"', 'Allowed names: "status", "step2".'),
		);
	});

	it('in the same group is ignored', () => {
		const namesakes = [inGroup('safety', [text('key', 'Key')]), inGroup('page', [])];
		expect(faultIn(options, { safety: { key: 'x' }, page: { any: 1 } }, namesakes)).toBeUndefined();
		expect(faultIn(options, { results: { key: 'x' } }, namesakes)).toStrictEqual(
			dropped('"Results" has no "key"', 'Allowed names: "offset".'),
		);
		expect(faultIn(options, { pages: {} }, namesakes)).toStrictEqual(
			dropped('"Options" has no "pages"', 'Allowed names: "safety", "results".'),
		);
	});

	it('in the same row is ignored', () => {
		const namesake = inGroup('variable', [text('key', 'Key')]);
		expect(faultIn(rows, { variable: [{ key: 'x', id: 'x' }] }, [namesake])).toBeUndefined();
		expect(faultIn(rows, { other: [{ key: 'x' }] }, [namesake])).toStrictEqual(
			dropped('"Variables" has no "key"', 'Allowed names: "note".'),
		);
	});

	it('in the same collection of a group is ignored', () => {
		const raw = { safety: { filters: { owner: 'x' } } };
		expect(faultIn(options, raw, [inGroup('safety', [others])])).toBeUndefined();
		expect(faultIn(options, raw, [inGroup('safety', [{ ...others, name: 'sort' }])])).toStrictEqual(
			dropped('"Filters" has no "owner"', 'Allowed names: "status", "step2".'),
		);
	});
});

describe('the names', () => {
	const choice = { name: 'choice', value: 'x' };
	const group = { displayName: 'Group', name: 'group', values: [] };
	const mixed = [choice, group, text('field', 'Field')];

	it('of a collection are those of its fields', () => {
		const property = { ...filters, options: mixed };
		expect(faultIn(property, { field: 'x' })).toBeUndefined();
		for (const key of ['choice', 'group']) {
			expect(faultIn(property, { [key]: 'x' })).toStrictEqual(
				dropped(`"Filters" has no "${key}"`, 'Allowed names: "field".'),
			);
		}
	});

	it('of a fixed collection are those of its groups', () => {
		const property = { ...options, options: mixed };
		expect(faultIn(property, { group: {} })).toBeUndefined();
		for (const key of ['choice', 'field']) {
			expect(faultIn(property, { [key]: {} })).toStrictEqual(
				dropped(`"Options" has no "${key}"`, 'Allowed names: "group".'),
			);
		}
	});

	it.each(['collection', 'fixedCollection'] as const)('of a %s may be none', (type) => {
		const property: Property = { displayName: 'Empty', name: 'empty', type, default: {} };
		expect(faultIn(property, {})).toBeUndefined();
		expect(faultIn(property, { a: {} })).toStrictEqual(
			dropped('"Empty" has no "a"', 'Allowed names: .'),
		);
	});
});

describe('the part that the panel shows', () => {
	const nodeWith = (parameters: INodeParameters): INode => ({
		id: '1',
		name: 'Node',
		type: 'node',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	});
	const whileText = { show: { kind: ['text'] } };
	const values = [
		text('kind', 'Type', { default: 'text' }),
		text('value', 'Value', { displayOptions: whileText }),
		text('file', 'File', { displayOptions: { hide: { kind: ['text'] } } }),
	];
	const group = { displayName: 'Row', name: 'row', values };
	const collection: Property = { ...filters, options: values };
	const single: Property = { ...options, options: [group] };
	const list: Property = { ...single, typeOptions: { multipleValues: true } };
	const shown = (property: Property, raw: unknown, parameters: INodeParameters = {}) =>
		shownPart(property, raw, nodeWith({ ...parameters, [property.name]: raw as never }));

	it.each<[what: string, property: Property, raw: unknown]>([
		['all fields', collection, { kind: 'text', value: 'x' }],
		['a field with its default', collection, { kind: 'text', value: '' }],
		['an empty collection', collection, {}],
		['a group', single, { row: { kind: 'file', file: 'x' } }],
		['a group with defaults', single, { row: { kind: 'text', value: '' } }],
		[
			'a list',
			list,
			{
				row: [
					{ kind: 'text', value: 'x' },
					{ kind: 'file', file: '' },
				],
			},
		],
		['an empty list', list, { row: [] }],
		['a list in a field', collection, { kind: 'text', value: [{ a: [1, null] }] }],
		['null in a field', collection, { kind: 'text', value: null }],
		['nothing', collection, undefined],
		['null', collection, null],
		['an empty text', single, ''],
	])('is undefined if that is all: %s', (_what, property, raw) => {
		expect(shown(property, raw)).toBeUndefined();
	});

	it.each<[what: string, property: Property, raw: unknown, expected: unknown]>([
		['a field', collection, { kind: 'text', file: 'x' }, { kind: 'text' }],
		[
			'one of two',
			collection,
			{ kind: 'file', file: 'x', value: 'y' },
			{ kind: 'file', file: 'x' },
		],
		[
			'a field of a group',
			single,
			{ row: { kind: 'text', value: 'x', file: 'y' } },
			{ row: { kind: 'text', value: 'x' } },
		],
		[
			'a field of a row',
			list,
			{
				row: [
					{ kind: 'text', value: 'x' },
					{ kind: 'file', file: 'x', value: 'y' },
				],
			},
			{
				row: [
					{ kind: 'text', value: 'x' },
					{ kind: 'file', file: 'x' },
				],
			},
		],
		[
			'an unknown group',
			single,
			{ row: { kind: 'file', file: '' }, other: {} },
			{ row: { kind: 'file', file: '' } },
		],
	])('is without what is hidden: %s', (_what, property, raw, expected) => {
		expect(shown(property, raw)).toStrictEqual(expected);
	});

	it('depends on the other parameters of the node', () => {
		const property = {
			...filters,
			options: [
				text('status', 'Status'),
				text('owner', 'Owner', { displayOptions: { show: { '/mode': ['many'] } } }),
			],
		};
		const raw = { status: 'x', owner: 'y' };
		expect(shown(property, raw, { mode: 'many' })).toBeUndefined();
		expect(shown(property, raw, { mode: 'one' })).toStrictEqual({ status: 'x' });
	});

	it('does not depend on whether the collection is shown', () => {
		const displayOptions = { show: { mode: ['many'] } };
		const property = { ...collection, displayOptions };
		for (const mode of ['many', 'one']) {
			expect(shown(property, { kind: 'text', value: 'x' }, { mode })).toBeUndefined();
			expect(shown(property, { kind: 'text', file: 'x' }, { mode })).toStrictEqual({
				kind: 'text',
			});
		}
	});

	it('is undefined for a parameter that is no collection', () => {
		expect(shown(text('name', 'Name'), 'x')).toBeUndefined();
		expect(shown({ ...text('name', 'Name'), type: 'json' }, { constructor: 'x' })).toBeUndefined();
	});

	it.each([
		['of the node', null, undefined],
		['of the collection', { filters: null }, null],
	])('is nothing where n8n keeps nothing %s', (_what, kept, expected) => {
		const spied = jest.spyOn(NodeHelpers, 'getNodeParameters').mockReturnValue(kept);
		try {
			expect(shown(collection, { kind: 'text' })).toBe(expected);
		} finally {
			spied.mockRestore();
		}
	});
});

describe('a shown part', () => {
	it('is read field by field', () => {
		const asked: Array<[path: string, fallback: unknown]> = [];
		const read = (path: string, fallback: unknown) => {
			asked.push([path, fallback]);
			return `${path} of n8n`;
		};
		const shown = { group: { a: 'x', b: null }, rows: [{ c: 1 }, ['y']], none: {}, no: [] };
		expect(readShown('options', shown, read)).toStrictEqual({
			group: { a: 'options.group.a of n8n', b: 'options.group.b of n8n' },
			rows: [{ c: 'options.rows[0].c of n8n' }, ['options.rows[1][0] of n8n']],
			none: {},
			no: [],
		});
		expect(asked).toStrictEqual([
			['options.group.a', 'x'],
			['options.group.b', null],
			['options.rows[0].c', 1],
			['options.rows[1][0]', 'y'],
		]);
	});

	it('that is a text is read as it is', () => {
		expect(readShown('name', 'x', (path, fallback) => [path, fallback])).toStrictEqual([
			'name',
			'x',
		]);
	});
});
