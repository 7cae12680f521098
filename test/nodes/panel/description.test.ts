import { beforeAll, expect, it } from '@jest/globals';
import type {
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { loadNode } from '../../support/n8nCore';
import { operations } from '../../support/operations.table';

const nodes = ['contractWorkflow', 'contractWorkflowTrigger', 'contractWorkflowPollingTrigger'];

/** The descriptions of all versions of a node, oldest first. */
const versionsOf = async (name: string): Promise<INodeTypeDescription[]> => {
	const node = await loadNode(name);
	const types = 'nodeVersions' in node ? Object.values(node.nodeVersions) : [node];
	return types.map((type) => type.description);
};

/** Of the action node. */
let versions: INodeTypeDescription[];
/** The newest of them, which the tables of the tests are about. */
let description: INodeTypeDescription;
beforeAll(async () => {
	versions = await versionsOf('contractWorkflow');
	description = versions.at(-1) as INodeTypeDescription;
});

type Nested = INodeProperties | INodePropertyOptions | { name: string; values?: INodeProperties[] };

/** The properties below one: fields of a collection, and of the groups of a fixed collection. */
const below = (property: INodeProperties): INodeProperties[] =>
	((property.options ?? []) as Nested[]).flatMap((option) => {
		if ('values' in option && option.values) return option.values;
		return 'type' in option ? [option] : [];
	});

const shownFor = (resource: string, operation: string): INodeProperties[] =>
	description.properties.filter(({ displayOptions }) => {
		const { show } = displayOptions ?? {};
		return show?.resource?.includes(resource) && show.operation?.includes(operation);
	});

/** The options of a picker; those of one resource, where each has its own. */
const pickerOf = (name: string, resource?: string): INodePropertyOptions[] =>
	description.properties
		.filter(
			(property) =>
				property.name === name &&
				(!resource || property.displayOptions?.show?.resource?.includes(resource)),
		)
		.flatMap(({ options }) => options as INodePropertyOptions[]);

/** What the publisher enters, and each release: the snapshots are of what they leave alone. */
const ofThePublisher = {
	communityNodePackageVersion: expect.any(String),
	codex: { resources: expect.any(Object) },
};

it.each(nodes)('the whole description of %s, in each version', async (name) => {
	for (const version of await versionsOf(name)) {
		const hint = `version ${[version.version].flat().join(' and ')}`;
		expect(version).toMatchSnapshot(ofThePublisher, hint);
	}
});

const methodKinds = {
	loadOptions: 'loadOptionsMethod',
	resourceMapping: 'resourceMapperMethod',
	listSearch: 'searchListMethod',
} as const;

it.each(nodes)('%s has each method that a field names, and no other', async (name) => {
	const { methods = {} } = (await loadNode(name)) as INodeType;
	const text = JSON.stringify(await versionsOf(name));
	for (const [kind, key] of Object.entries(methodKinds)) {
		const named = [...text.matchAll(new RegExp(`"${key}":"(\\w+)"`, 'g'))].map(([, one]) => one);
		const offered = Object.keys(methods[kind as keyof typeof methodKinds] ?? {});
		expect(offered.sort()).toEqual([...new Set(named)].sort());
	}
});

it('only the organization offers OAuth2, which changes neither resource nor operation', () => {
	const oauth2 = 'contractWorkflowOAuth2Api';
	const forOrganization = { resource: ['organization'] };
	const [choice, ...others] = description.properties.filter(
		({ displayName }) => displayName === 'Authentication',
	);
	expect(others).toEqual([]);
	expect(choice?.displayOptions).toEqual({ show: forOrganization });
	expect(pickerOf('credentialType').map(({ value }) => value)).toEqual([
		'contractWorkflowApi',
		oauth2,
	]);
	expect(
		description.credentials?.map(({ name, displayOptions }) => [name, displayOptions]),
	).toEqual([
		['contractWorkflowApi', { hide: { credentialType: [oauth2] } }],
		[oauth2, { show: { ...forOrganization, credentialType: [oauth2] } }],
	]);
	expect(pickerOf('operation', 'organization').map(({ value }) => value)).toEqual(['get']);
});

it.each(
	operations.flatMap(({ name: operation, fields }) =>
		Object.entries(fields).map(([field, name]) => [operation, field, name] as const),
	),
)('%s: %s is set by %s', (operation, _field, name) => {
	const [resource = '', value = ''] = operation.split('.');
	let level = shownFor(resource, value);
	for (const part of name.split(' > ')) {
		expect(level.map(({ displayName }) => displayName)).toContain(part);
		level = level.filter(({ displayName }) => displayName === part).flatMap(below);
	}
});

it.each([
	['contractWorkflow', []],
	[
		'contractWorkflowTool',
		['task.addAttachments', 'task.sendAndWait', 'task.uploadSignedDocument'],
	],
])('n8n leaves out of the operations of %s: %j', (name, left) => {
	const hidden = operations.filter((one) => {
		const [resource = '', operation] = one.name.split('.');
		const option = pickerOf('operation', resource).find(({ value }) => value === operation);
		const type = { ...description, name };
		return option && !NodeHelpers.displayParameter({}, option, null, type);
	});
	expect(hidden.map((one) => one.name).sort()).toEqual(left);
});
