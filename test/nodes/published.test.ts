import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { ICredentialType, INodeProperties, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes, VersionedNodeType } from 'n8n-workflow';
import { z } from 'zod';
import { presentForm, publishedFile } from '../../tools/scripts/published';
import { breaches } from '../../tools/scripts/release/breaches';
import type { SavedForm } from '../../tools/scripts/release/savedForm';
import { savedForm } from '../../tools/scripts/release/savedForm';
import { operations } from '../support/operations.table';
import { packedPackage } from '../support/packedPackage';

/** What `npm run published` recorded at the last release. */
const published = z.object({ version: z.string() }).passthrough();

// Before the first release, no saved workflow relies on anything.
if (existsSync(publishedFile)) {
	const { version, ...form } = published.parse(JSON.parse(readFileSync(publishedFile, 'utf8')));

	it(`saved workflows of version ${version} mean what they meant`, async () => {
		// What this finds needs a new version of the node.
		expect(breaches(form as unknown as SavedForm, await presentForm(packedPackage))).toEqual([]);
	});
}

it('all operations of the package are recorded', async () => {
	const { nodes } = await presentForm(packedPackage);
	const offered = Object.entries(nodes.contractWorkflow?.['1']?.parameters ?? {}).flatMap(
		([resource, parameters]) =>
			(parameters.find(({ name }) => name === 'operation')?.options ?? []).map(
				(operation) => `${resource}.${operation}`,
			),
	);
	expect(offered.sort()).toEqual(operations.map(({ name }) => name).sort());
});

const text = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: 'Label',
	name,
	type: 'string',
	default: '',
	...more,
});

const choice = (name: string, values: string[], more: Partial<INodeProperties> = {}) =>
	text(name, {
		type: 'options',
		default: values[0],
		options: values.map((value) => ({ name: `The ${value}`, value })),
		...more,
	});

const shown = (operation: string, more: object = {}) => ({
	displayOptions: { show: { resource: ['task'], operation: [operation], ...more } },
});

const properties = (): INodeProperties[] => [
	choice('resource', ['task']),
	choice('operation', ['approve', 'get'], { displayOptions: { show: { resource: ['task'] } } }),
	text('taskId', {
		type: 'resourceLocator',
		default: { mode: 'id', value: '' },
		required: true,
		modes: [
			{ displayName: 'By ID', name: 'id', type: 'string' },
			{
				displayName: 'By Link',
				name: 'url',
				type: 'string',
				extractValue: { type: 'regex', regex: '/tasks/(\\d+)' },
			},
		],
		...shown('approve'),
	}),
	choice('decision', ['yes', 'no'], shown('approve')),
	text('reason', shown('approve', { decision: ['no', 'yes'] })),
	text('more', {
		type: 'collection',
		default: {},
		options: [text('note'), text('days', { type: 'number', default: 7 })],
		...shown('get'),
	}),
	text('rows', {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		options: [{ displayName: 'Row', name: 'row', values: [text('key'), text('value')] }],
		...shown('get'),
	}),
];

const nodeOf = (of: INodeProperties[], more: object = {}): INodeType => ({
	description: {
		displayName: 'A Node',
		name: 'aNode',
		group: ['transform'],
		version: [1],
		description: '',
		defaults: {},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'aKey', required: true }],
		webhooks: [{ name: 'default', httpMethod: 'POST', path: 'webhook' }],
		properties: of,
		...more,
	},
});

const key = (of: INodeProperties[]): ICredentialType => ({
	name: 'aKey',
	displayName: 'A Key',
	properties: of,
});

const before = savedForm([nodeOf(properties())], [key([text('secret')])]);

const after = (change: (all: INodeProperties[]) => INodeProperties[] | void, more?: object) => {
	const all = properties();
	const changed = change(all) ?? all;
	return breaches(before, savedForm([nodeOf(changed, more)], [key([text('secret')])]));
};

const find = (all: INodeProperties[], name: string): INodeProperties => {
	const found = all.find((one) => one.name === name);
	if (!found) throw new Error(`No parameter ${name}`);
	return found;
};

const optionsOf = (all: INodeProperties[], name: string) =>
	find(all, name).options as INodeProperties[];

const modesOf = (all: INodeProperties[]) => find(all, 'taskId').modes ?? [];

describe('what breaks saved workflows is found', () => {
	const changes: Array<[string, (all: INodeProperties[]) => INodeProperties[] | void, string]> = [
		[
			'a parameter that is removed',
			(all) => all.filter(({ name }) => name !== 'reason'),
			'task.approve > reason is gone',
		],
		[
			'a parameter that is renamed',
			(all) => void (find(all, 'reason').name = 'why'),
			'task.approve > reason is gone',
		],
		[
			'an operation that is removed',
			(all) => void optionsOf(all, 'operation').splice(1),
			'task > operation: the option "get" is gone',
		],
		[
			'an option that is renamed',
			(all) => void Object.assign(optionsOf(all, 'decision')[1] ?? {}, { value: 'never' }),
			'task.approve > decision: the option "no" is gone',
		],
		[
			'another default',
			(all) => void (find(all, 'decision').default = 'no'),
			'task.approve > decision: default was "yes", is "no"',
		],
		[
			'another type',
			(all) => void (find(all, 'reason').type = 'json'),
			'task.approve > reason: type was "string", is "json"',
		],
		[
			'a value that is read as one where it was a list',
			(all) => void (find(all, 'rows').typeOptions = {}),
			'task.get > rows: reads was {"multipleValues":true}, is undefined',
		],
		[
			'a mode that takes something else out of a link',
			(all) => void Object.assign(modesOf(all)[1] ?? {}, { extractValue: undefined }),
			'task.approve > taskId: the mode "url" is gone or reads otherwise',
		],
		[
			'a mode that is gone',
			(all) => void modesOf(all).splice(0, 1),
			'task.approve > taskId: the mode "id" is gone or reads otherwise',
		],
		[
			'a parameter that must be filled in now',
			(all) => void (find(all, 'reason').required = true),
			'task.approve > reason must be filled in now',
		],
		[
			'a new parameter that must be filled in',
			(all) => [...all, text('when', { required: true, ...shown('approve') })],
			'task.approve > when is new and must be filled in',
		],
		[
			'a parameter that is shown in fewer cases',
			(all) =>
				void (find(all, 'reason').displayOptions = shown('approve', {
					decision: ['no'],
				}).displayOptions),
			'task.approve > reason is shown in fewer cases',
		],
		[
			'a field of a collection',
			(all) => void optionsOf(all, 'more').splice(0, 1),
			'task.get > more > note is gone',
		],
		[
			'the default of a field',
			(all) => void Object.assign(optionsOf(all, 'more')[1] ?? {}, { default: 8 }),
			'task.get > more > days: default was 7, is 8',
		],
		[
			'a field of a row',
			(all) =>
				(find(all, 'rows').options as Array<{ values: unknown[] }>).forEach(({ values }) => {
					values.pop();
				}),
			'task.get > rows > row > value is gone',
		],
	];
	it.each(changes)('%s', (_name, change, found) => {
		expect(after(change)).toEqual([`aNode 1: ${found}`]);
	});

	it.each([
		['another output', { outputs: [] }, 'outputs are others'],
		['another address of a webhook', { webhooks: [] }, 'webhooks are others'],
		['a credential that is gone', { credentials: [] }, 'the credential aKey is gone'],
		[
			'a new credential that is required',
			{ credentials: ['aKey', 'other'].map((name) => ({ name, required: true })) },
			'the credential other is new and required',
		],
		['a version that is gone', { version: [2] }, 'is gone'],
	])('%s', (_name, more, found) => {
		expect(after(() => undefined, more)).toEqual([`aNode 1: ${found}`]);
	});

	it('a node or a credential that is gone, and a field of one', () => {
		const node = nodeOf(properties());
		expect(breaches(before, savedForm([], [key([text('secret')])]))).toEqual(['aNode 1: is gone']);
		expect(breaches(before, savedForm([node], []))).toEqual(['aKey: is gone']);
		expect(breaches(before, savedForm([node], [key([])]))).toEqual(['aKey: secret is gone']);
	});
});

describe('what breaks no saved workflow passes', () => {
	const changes: Array<[string, (all: INodeProperties[]) => INodeProperties[] | void]> = [
		['other labels', (all) => all.forEach((one) => (one.displayName = 'Other'))],
		['a new parameter', (all) => [text('new', shown('approve')), ...all]],
		['a new option', (all) => void optionsOf(all, 'decision').unshift(choice('x', ['x']))],
		['a new field', (all) => void optionsOf(all, 'more').unshift(text('new'))],
		[
			'a new mode',
			(all) => void modesOf(all).push({ displayName: 'List', name: 'list', type: 'list' }),
		],
		['a parameter that may be empty now', (all) => void delete find(all, 'taskId').required],
		[
			'a parameter that is shown in more cases',
			(all) => void (find(all, 'reason').displayOptions = shown('approve').displayOptions),
		],
		['another order', (all) => void all.reverse()],
		['a notice', (all) => [...all, text('hint', { type: 'notice' })]],
	];
	it.each(changes)('%s', (_name, change) => {
		expect(after(change)).toEqual([]);
	});

	it('a version that shares its description, in which something is otherwise', () => {
		const change = (all: INodeProperties[]) => {
			const decision = find(all, 'decision');
			const only = (version: number) => ({
				displayOptions: { show: { ...decision.displayOptions?.show, '@version': [version] } },
			});
			return [
				...all.filter((one) => one !== decision),
				{ ...decision, ...only(1) },
				{ ...decision, ...only(2), default: 'no' },
			];
		};
		expect(after(change, { version: [1, 2] })).toEqual([]);
		expect(after(change, { version: [2] })).toEqual(['aNode 1: is gone']);
	});

	it('a version of its own, in which something is otherwise', () => {
		const second = nodeOf([choice('resource', ['other'])], { version: 2 });
		const type = new VersionedNodeType(
			{ 1: nodeOf(properties()), 2: second },
			{ ...second.description, defaultVersion: 2 },
		);
		expect(breaches(before, savedForm([type], [key([text('secret')])]))).toEqual([]);
	});
});
