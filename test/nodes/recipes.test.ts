import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import type { INode, INodeProperties } from 'n8n-workflow';
import { ContractWorkflow } from '../../nodes/ContractWorkflow/ContractWorkflow.node';
import { properties as pollingProperties } from '../../nodes/ContractWorkflowPollingTrigger/settings';
import { properties as triggerProperties } from '../../nodes/ContractWorkflowTrigger/description';
import { isReplaced } from '../../nodes/shared/fields/parameters';
import { findTrials } from '../../tools/scripts/demo/trial';
import type { WorkflowFile } from '../../tools/scripts/n8n/workflows';
import { noteOf, readRecipe, readRecipes } from '../../tools/scripts/recipes';

const project = path.join(__dirname, '..', '..');
const folder = path.join(project, 'recipes');
const recipes = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.map((name): [string, WorkflowFile] => [
		name,
		JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as WorkflowFile,
	]);

const isNote = ({ type }: INode): boolean => type.endsWith('.stickyNote');
const withoutNote = (nodes: readonly INode[]) => nodes.filter((node) => !isNote(node));

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

it('there are 18 at most, each in a group, most of 10 nodes or fewer', async () => {
	const files = (await readRecipes()).map(({ fileName }) => `${fileName}.json`);
	expect(files.toSorted()).toEqual(recipes.map(([file]) => file).toSorted());
	expect(files.length).toBeLessThanOrEqual(18);
	const counts = recipes.map(([, { nodes }]) => withoutNote(nodes).length);
	expect(Math.max(...counts)).toBeLessThanOrEqual(12);
	expect(counts.filter((count) => count > 10).length).toBeLessThan(4);
});

it('each has a trial, but those that need Slack: test/n8n stands in for it', async () => {
	const tried = (await readRecipes()).filter(({ meta }) => meta.needs !== 'Slack');
	expect(
		findTrials()
			.map(({ recipe }) => recipe)
			.sort(),
	).toEqual(tried.map(({ fileName }) => fileName).sort());
});

it('no text for a chat or an email has a command of Slack', () => {
	const texts = recipes.flatMap(([file]) =>
		readFileSync(path.join(folder, file), 'utf8').match(/"name": "text",\s*"value": .*/g),
	);
	expect(texts.filter((text) => text !== null && !text.includes(".replaceAll('<', "))).toEqual([]);
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

	it('has one note of 60 words at most: what it does, what to set, what happens twice', async () => {
		const notes = nodes.filter(isNote).map(({ parameters }) => String(parameters.content));
		const [note = '', ...more] = notes;
		expect(more).toEqual([]);
		expect(note.startsWith(`## ${workflowName}\n`)).toBe(true);
		expect(note.slice(3).split(/\s+/).length).toBeLessThanOrEqual(60);
		const told = noteOf(await readRecipe(path.basename(file, '.json')));
		expect(Object.values(told).filter((part) => !/\.$/.test(part))).toEqual([]);
	});

	it('shows what would happen before it decides or launches', () => {
		const settings = JSON.stringify(nodes.find(({ name }) => name === 'Settings') ?? {});
		for (const { type, parameters } of ours) {
			const { operation, decision, dryRun } = parameters;
			if (type.endsWith('Tool') || !['approve', 'initiate'].includes(String(operation))) continue;
			// A person confirms a plan, or is asked.
			if (dryRun === true || ['asReviewed', 'asAnswered'].includes(String(decision))) continue;
			expect(dryRun).toMatch(/json\.dry_run/);
			expect(settings).toContain('"name":"dry_run","value":true');
		}
	});

	it('says in its meta what the docs show of it, and has a picture', async () => {
		const name = path.basename(file, '.json');
		await expect(readRecipe(name)).resolves.toMatchObject({ id });
		expect([name, existsSync(path.join(project, 'docs', 'images', `${name}.webp`))]).toEqual([
			name,
			true,
		]);
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
				for (const one of candidates) {
					expect(isReplaced(one as never, value)).toBe(false);
					if (one.type !== 'collection') continue;
					const fields = (one.options ?? []).map((field) => field.name);
					expect(fields).toEqual(expect.arrayContaining(Object.keys(value ?? {})));
				}
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

/** Runs a Code node of a recipe as n8n does, with the items of other nodes. */
const runCode = (
	file: string,
	node: string,
	items: readonly object[],
	others: Readonly<Record<string, readonly object[]>> = {},
): unknown => {
	const [, recipe] = recipes.find(([name]) => name === file) ?? [];
	const code = recipe?.nodes.find(({ name }) => name === node)?.parameters.jsCode;
	const itemsOf = (all: readonly object[]) => ({ all: () => all, first: () => all[0] });
	const result: unknown = runInNewContext(`(() => {${String(code)}})()`, {
		$input: itemsOf(items),
		$: (name: string) => itemsOf(others[name] ?? []),
		Buffer,
	});
	// Objects of the other context equal none of this one.
	return JSON.parse(JSON.stringify(result));
};

describe('the rows of a spreadsheet', () => {
	const check = (...given: object[]) =>
		runCode(
			'bulk-approval-from-spreadsheet.json',
			'Check Rows',
			given.map((json) => ({ json })),
		);
	const row = { task_id: 1, step: 's', decision: 'approve', comment: '' };

	it('are taken whatever the columns look like', () => {
		const asSaved = { '\uFEFFTask_ID ': 1, STEP: ' s ', Decision: 'Approve', comment: '' };
		expect(check(asSaved)).toEqual([{ json: { ...row, task_id: '1' } }]);
	});

	it.each([
		['a missing column', [{ task_id: 1, decision: 'approve' }], 'no column step, comment'],
		['garbled text', [{ ...row, comment: 'Gr\uFFFD' }], 'not in UTF-8'],
		['one task in two spellings', [row, { ...row, task_id: '01' }], 'task 1 is in several rows'],
		['a task in two rows', [row, { ...row, decision: 'reject' }], 'task 1 is in several rows'],
	])('are refused for %s', (_why, given, told) => {
		expect(() => check(...given)).toThrow(told);
	});
});
