import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';
import { ContractWorkflow } from '../../nodes/ContractWorkflow/ContractWorkflow.node';
import { properties as pollingProperties } from '../../nodes/ContractWorkflowPollingTrigger/description';
import { properties as triggerProperties } from '../../nodes/ContractWorkflowTrigger/description';
import { checkWhole } from '../../nodes/shared/fields/rawCollections';
import { findTrials } from '../../tools/scripts/demo/trial';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import type { WorkflowFile } from '../../tools/scripts/n8n/workflows';
import { readRecipe, readRecipes } from '../../tools/scripts/recipes';

const project = path.join(__dirname, '..', '..');
const folder = path.join(project, 'recipes');
const recipes = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.map((name): [string, WorkflowFile] => [
		name,
		JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as WorkflowFile,
	]);

const packageName = 'n8n-nodes-contract-workflow.';
/** Parameters that n8n itself adds to a node that is used as a tool, and to one that polls. */
const toolFields = ['descriptionType', 'toolDescription'];
const pollFields = ['pollTimes'];
const propertiesByType: Readonly<Record<string, readonly INodeProperties[]>> = {
	contractWorkflow: new ContractWorkflow().description.properties,
	contractWorkflowTool: new ContractWorkflow().description.properties,
	contractWorkflowHitlTool: new ContractWorkflow().description.properties,
	contractWorkflowTrigger: triggerProperties as unknown as INodeProperties[],
	contractWorkflowPollingTrigger: pollingProperties as unknown as INodeProperties[],
};

/** The properties that the panel shows for what is chosen in the first fields of the node. */
const shown = (all: readonly INodeProperties[], { parameters }: INode) =>
	all.filter(({ displayOptions }) =>
		Object.entries(displayOptions?.show ?? {}).every(
			([name, values]) => values?.some((value) => value === parameters[name]) ?? true,
		),
	);

it('each has an id and a name of its own', () => {
	const files = recipes.map(([, file]) => file);
	expect(new Set(files.map(({ id }) => id)).size).toBe(files.length);
	expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
});

it('they stand in the places from 1 on, one in each', async () => {
	const places = (await readRecipes()).map(({ meta }) => meta.place);
	expect(places.sort((one, other) => one - other)).toEqual(recipes.map((_, index) => index + 1));
});

it('each has a trial', () => {
	const names = recipes.map(([file]) => path.basename(file, '.json')).sort();
	expect(
		findTrials()
			.map(({ recipe }) => recipe)
			.sort(),
	).toEqual(names);
});

describe.each(recipes)('%s', (file, { id, name: workflowName, nodes, connections }) => {
	const ours = nodes.filter(({ type }) => type.startsWith(packageName));

	it('has an id that n8n takes, and nodes with ids and names of their own', () => {
		expect(id).toMatch(/^cw[A-Za-z0-9]{14}$/);
		expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length);
		expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
	});

	it('has nodes of this package, and connects nodes that are there', () => {
		expect(ours.length).toBeGreaterThan(0);
		const names = nodes.map(({ name }) => name);
		for (const [from, outputs] of Object.entries(connections)) {
			expect(names).toContain(from);
			const targets = Object.values(outputs).flatMap((lists) =>
				lists.flatMap((list) => list ?? []),
			);
			for (const { node } of targets) expect(names).toContain(node);
		}
	});

	it('explains itself, and says what to do before it is used', () => {
		const notes = nodes.filter(({ type }) => type.endsWith('.stickyNote'));
		expect(notes.length).toBeGreaterThan(1);
		const texts = notes.map(({ parameters }) => String(parameters.content));
		expect(texts.join('\n')).toMatch(/\*\*Before you/);
		const titles = texts.flatMap((text) => /^## (.+)\n./.exec(text)?.slice(1) ?? []);
		expect(titles).toEqual([workflowName]);
		expect(texts.filter((text) => !/^###? .+\n./.test(text))).toEqual([]);
	});

	it('says in its meta what the docs show of it, and has a picture', async () => {
		const name = path.basename(file, '.json');
		await expect(readRecipe(name)).resolves.toMatchObject({ id });
		expect([name, existsSync(path.join(project, 'docs', 'images', `${name}.webp`))]).toEqual([
			name,
			true,
		]);
	});

	it('needs n8n 2 where a node asks a person before a tool runs', async () => {
		const { meta } = await readRecipe(path.basename(file, '.json'));
		const asks = nodes.some(({ type }) => type.endsWith('HitlTool'));
		expect(isSince(meta.n8n, '1.123.81') && asks).toBe(false);
	});

	it('lets an agent decide only behind a question, and an MCP client only by a plan', () => {
		const typeOf = new Map(nodes.map((node) => [node.name, node.type]));
		for (const { name, type, parameters } of ours) {
			const { operation, dryRun } = parameters;
			if (!type.endsWith('Tool') || operation !== 'approve' || dryRun === true) continue;
			const targets = (connections[name]?.ai_tool ?? []).flat();
			expect(targets.map((target) => typeOf.get(target?.node ?? ''))).toEqual([
				expect.stringMatching(/(HitlTool|mcpTrigger)$/),
			]);
			expect(parameters.reviewedItem).toMatch(/fromAI\('plan'|context\.asked/);
		}
	});

	it('gives each row of a list all fields that it always shows: n8n opens it without their defaults', () => {
		for (const node of ours) {
			const properties = propertiesByType[node.type.slice(packageName.length)] ?? [];
			for (const { name, type, options = [] } of shown(properties, node)) {
				const given = node.parameters[name];
				if (type !== 'fixedCollection' || typeof given !== 'object') continue;
				for (const group of options as INodePropertyCollection[]) {
					const rows = [(given as INodeParameters)[group.name] ?? []].flat();
					const always = group.values.filter(({ displayOptions }) => !displayOptions);
					for (const row of rows) {
						expect(Object.keys(row ?? {})).toEqual(
							expect.arrayContaining(always.map((field) => field.name)),
						);
					}
				}
			}
		}
	});

	it('holds no credential', () => {
		expect(nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(JSON.stringify(nodes)).not.toMatch(/sandbox_|Bearer |password/i);
	});

	it.each(ours.map((node): [string, INode] => [node.name, node]))(
		'%s is set as the node offers',
		(_name, node) => {
			const all = propertiesByType[node.type.slice(packageName.length)] ?? [];
			const offered = shown(all, node);
			for (const [name, value] of Object.entries(node.parameters)) {
				if (toolFields.includes(name) && node.type.endsWith('Tool')) continue;
				if (pollFields.includes(name) && node.type.endsWith('PollingTrigger')) continue;
				const candidates = offered.filter((property) => property.name === name);
				expect([name, candidates.length > 0]).toEqual([name, true]);
				for (const one of candidates) checkWhole(one, value);
				const isChoice = candidates.every(({ type }) => type === 'options');
				if (!isChoice || String(value).startsWith('=')) continue;
				const values = candidates.flatMap(({ options = [] }) =>
					options.flatMap((option) => ('value' in option ? [option.value] : [])),
				);
				expect(values).toContain(value);
			}
		},
	);
});
