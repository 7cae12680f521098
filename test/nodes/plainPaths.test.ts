import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { Expression, VersionedNodeType } from 'n8n-workflow';
import { ContractWorkflow } from '../../nodes/ContractWorkflow/ContractWorkflow.node';
import { itemReader } from '../../nodes/shared/fields/parameters';
import type { Property } from '../../nodes/shared/fields/property';
import { described } from '../../nodes/shared/fields/property';
import { runNode } from '../support/n8nCore';

/*
 * What the reader takes from an item itself, beside what n8n gives for the same parameter of the same
 * item: the value with its type, or the error.
 */

const asGiven = { asGiven: true } as const;
const text = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	default: '',
	...asGiven,
} as const;
const locator: Property = {
	displayName: 'Locator',
	name: 'locator',
	type: 'resourceLocator',
	default: { mode: 'id', value: '' },
	modes: [
		{ displayName: 'ID', name: 'id', type: 'string' },
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			extractValue: { type: 'regex', regex: '^.*?(\\w+)$' },
		},
	],
	...asGiven,
};
const collection: Property = {
	displayName: 'Collection',
	name: 'collection',
	type: 'collection',
	default: {},
	options: [text, { ...text, name: 'other' }],
	...asGiven,
};
const properties = [text, locator, collection];
const paths = ['text', 'locator', 'collection'] as const;

/** What a reading comes to: the value as JSON tells its type, or the error's own words. */
const outcome = (read: () => unknown): string => {
	try {
		const value = read();
		return value === undefined ? 'undefined' : JSON.stringify(value);
	} catch (error) {
		return `Error: ${error instanceof Error ? error.message : String(error)}`;
	}
};

/** A node that puts both readings into its output. */
const both: INodeType = {
	description: {
		...new ContractWorkflow().description,
		credentials: [],
		properties: described(properties),
	},
	async execute(this: IExecuteFunctions) {
		const reader = itemReader(this, properties);
		const rows = this.getInputData().map((_, index) => ({
			json: Object.fromEntries(
				properties.map((property) => {
					const { name } = property;
					const extractValue = name === 'locator';
					const own = outcome(() => reader.read([property], index)[name]);
					const n8ns = outcome(() => this.getNodeParameter(name, index, '', { extractValue }));
					return [name, { own, n8ns }];
				}),
			),
		}));
		return await Promise.resolve([rows]);
	},
};

const readings = async (parameters: INodeParameters, items: readonly IDataObject[]) => {
	const { output, error } = await runNode({
		parameters,
		credentials: {},
		items: items.map((json): INodeExecutionData => ({ json })),
		own: {
			type: new VersionedNodeType({ 1: both }, { ...both.description, defaultVersion: 1 }),
			version: 1,
		},
	});
	expect(error).toBeUndefined();
	expect(output).toHaveLength(items.length);
	return output.map(({ json }) => json as Record<string, { own: string; n8ns: string }>);
};

/** The parameters with an expression in each place. */
const withExpression = (expression: string, mode = 'id'): INodeParameters => ({
	text: expression,
	locator: { __rl: true, mode, value: expression },
	collection: { text: expression, other: 'fixed' },
});

const names = [
	...['a', 'b', 'task_id', '$x', '_', 'c d', 'é', '0', 'a.b', 'x.isEmpty()', 'a}b', "it's"],
	...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'length'],
	...[
		'toJSON',
		'then',
		'first',
		'isEmpty',
		'stack',
		'mainModule',
		'getPrototypeOf',
		'call',
		'json',
	],
];
/** Paths are often those of the items. */
const name = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom('a', 'b') },
	fc.constantFrom(...names),
);

/** JSON as a node before hands it on; a key `__proto__` is one of the object's own. */
const { value: json } = fc.letrec<{ value: unknown; record: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom<unknown>(
			null,
			true,
			false,
			0,
			-1.5,
			2 ** 53,
			'',
			' ',
			'={{ 1 }}',
			'{{ $json }}',
		),
		fc.string({ unit: 'binary', maxLength: 5 }),
		fc.constantFrom('\ud800', 'DateTime', '2026-01-31T00:00:00Z', '[Object: 1]'),
		fc.array(tie('value'), { maxLength: 2 }),
		tie('record'),
	),
	record: fc
		.array(fc.tuple(name, tie('value')), { maxLength: 4 })
		.map((entries) =>
			JSON.parse(
				`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`,
			),
		),
}));
const item = fc
	.tuple(
		fc.constantFrom('a', 'b', 'task_id', 'c d', 'constructor', '__proto__', 'length'),
		json,
		json,
	)
	.map(
		([key, value, other]) =>
			JSON.parse(
				`{${JSON.stringify(key)}:${JSON.stringify(value)},"a":${JSON.stringify(other)}}`,
			) as IDataObject,
	);

const step = fc.oneof(
	name.filter((one) => /^[A-Za-z_$][\w$]*$/.test(one)).map((one) => `.${one}`),
	name.filter((one) => !one.includes('"')).map((one) => `["${one}"]`),
	name.filter((one) => !one.includes("'")).map((one) => `['${one}']`),
);
const blank = fc.constantFrom('', ' ', '  ', '\n');
const expression = fc
	.tuple(blank, fc.array(step, { minLength: 1, maxLength: 3 }), blank)
	.map(([before, path, after]) => `={{${before}$json${path.join('')}${after}}}`);

describe('a plain path', () => {
	it('gives what n8n gives, for any path into any item', async () => {
		const drawn = fc.tuple(
			expression,
			fc.constantFrom('id', 'id', 'url', 'none'),
			fc.array(item, { minLength: 2, maxLength: 8 }),
		);
		await fc.assert(
			fc.asyncProperty(drawn, async ([given, mode, items]) => {
				for (const row of await readings(withExpression(given, mode), items)) {
					for (const path of paths) expect(row[path]?.own).toBe(row[path]?.n8ns);
				}
			}),
			{ numRuns: 200 },
		);
	});

	it.each<readonly [string, string, unknown]>([
		[
			'an error of one item',
			'={{ $json.a.b.c }}',
			[{ a: { b: { c: 1 } } }, { a: null }, { a: { b: 2 } }],
		],
		['a list', '={{ $json.a.length }}', [{ a: { length: 1 } }, { a: [1, 2] }, { a: 'text' }]],
		['the prototype', '={{ $json.a.toString }}', [{ a: { toString: 'x' } }, { a: {} }, { a: 1 }]],
		['the constructor', '={{ $json["constructor"] }}', [{ constructor: 'x' }, {}]],
		['two paths', '={{ $json.a }}{{ $json.b }}', [{ a: 1, b: 2 }, { a: 3 }]],
		['text around it', '={{ $json.a }} ', [{ a: 1 }, { a: 2 }]],
		[
			'numbers beside texts',
			'={{ $json.a }}',
			[{ a: 1 }, { a: '1' }, { a: null }, {}, { a: false }],
		],
		['a part of an address', '={{ $json.a }}', [{ a: 'abc' }, { a: 'x y' }]],
	])('goes to n8n where it must: %s', async (_case, given, items) => {
		for (const mode of ['id', 'url']) {
			for (const row of await readings(withExpression(given, mode), items as IDataObject[])) {
				for (const path of paths) expect(row[path]?.own).toBe(row[path]?.n8ns);
			}
		}
	});

	it('is asked of n8n once, however many items there are', async () => {
		const evaluated = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		const count = 50;
		const engineRuns = async (given: string): Promise<number> => {
			evaluated.mockClear();
			const items = Array.from({ length: count }, (_, a) => ({ a }));
			const rows = await readings(withExpression(given), items);
			expect(rows.map(({ text: { own } = { own: '' } }) => own)).toEqual(
				items.map(({ a }) => String(a)),
			);
			return evaluated.mock.calls.filter(([value]) => value === given).length;
		};
		const ofN8ns = count * paths.length;
		expect(await engineRuns('={{ ($json.a) }}')).toBe(ofN8ns * 2);
		expect(await engineRuns('={{ $json.a }}')).toBe(ofN8ns + paths.length);
		evaluated.mockRestore();
	});
});
