import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INode, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import patterns from '../../nodes/ContractWorkflow/patterns/patterns.json';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { commentedTask, postComment, receiveComments } from '../../tools/scripts/demo/comments';
import { listTasks } from '../../tools/scripts/demo/service';
import { bodiesSentTo, ended } from '../../tools/scripts/demo/stage';
import type { Stage } from '../../tools/scripts/demo/trial';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential, webhookCredential } from '../../tools/scripts/n8n/credentials';
import { itemsOf, jsonOf, readExecution, runWorkflow } from '../../tools/scripts/n8n/executions';
import { sendTo } from '../../tools/scripts/n8n/pages/forms';
import { answer, linkIn, runBehind, until, waits } from '../../tools/scripts/n8n/pages/questions';
import { publish, unpublish } from '../../tools/scripts/n8n/publication';
import { startTool, withNothingBehind } from '../../tools/scripts/n8n/tools';
import type { WorkflowFile } from '../../tools/scripts/n8n/workflows';
import { describeNode, importWorkflow } from '../../tools/scripts/n8n/workflows';
import { readRecipes } from '../../tools/scripts/recipes';
import { makeTasks } from '../queue/approvals';
import { isOurs, openBuilder } from './builder';
import searches from './builderSearches.json';
import { keyOf, session } from './stack';

/*
 * What n8n's own AI finds of these nodes, of all that n8n has, and what assistants are shown: each pattern is valid as code of n8n's SDK and by the description of
 * the node, and does what it says, saved in n8n and run against the sandbox.
 */

let builder: Awaited<ReturnType<typeof openBuilder>>;
let sandbox: Sandbox;
let stage: Stage;
let credentials: StoredCredential[];
beforeAll(async () => {
	builder = await openBuilder();
	sandbox = await createSandbox();
	const n8n = session();
	stage = { n8n, sandbox, n8nFolder: '', signal: new AbortController().signal };
	credentials = [await keyOf(n8n, sandbox), await upsertCredential(n8n, webhookCredential)];
});
afterAll(async () => {
	await builder.close();
	await sandbox.stop();
});

interface SearchEngine {
	readonly searchByName: (query: string, limit: number) => ReadonlyArray<{ readonly name: string }>;
}
interface SearchModule {
	readonly NodeSearchEngine: new (nodes: readonly INodeTypeDescription[]) => SearchEngine;
}

type Pattern = (typeof patterns)[number];

/** The workflow of a pattern, as n8n's MCP server makes it: with settings, and IDs for webhooks. */
const compiled = async ({ before, code, after }: Pattern, id: string): Promise<WorkflowFile> => {
	const { workflow, warnings } = await builder.compile([...before, ...code, ...after].join('\n'));
	expect(warnings).toEqual([]);
	const nodes = workflow.nodes.map((node, index) => ({ ...node, webhookId: `${id}${index}` }));
	return { ...workflow, id, nodes, settings: { executionOrder: 'v1' } };
};

/** What n8n leaves unchecked: versions, names of fields and choices, and required fields. */
const faultsOf = async (node: INode): Promise<unknown[]> => {
	const type = await describeNode(stage.n8n, node);
	if (!type || ![type.version].flat().includes(node.typeVersion)) return ['version'];
	const properties = type.properties.filter(({ type: kind }) => kind !== 'hidden');
	const { parameters: own } = node;
	const parameters = NodeHelpers.getNodeParameters(properties, own, true, false, node, type) ?? {};
	const unknown = Object.entries(own).filter(([name, value]) => {
		const isShown = (one: INodeProperties) =>
			one.name === name && NodeHelpers.displayParameter(parameters, one, node, type);
		const { options = [], type: kind } = properties.find(isShown) ?? { type: 'none' };
		const fields = kind === 'collection' ? Object.keys(value as object) : [];
		return (
			!(name in parameters) || fields.some((field) => !options.some((one) => one.name === field))
		);
	});
	const completed = { ...node, parameters };
	const issues = NodeHelpers.getNodeParametersIssues(properties, completed, type)?.parameters;
	return [...unknown, ...Object.values(issues ?? {})];
};

/** The tasks of which a decision was sent. */
const decided = () =>
	sandbox.requests().flatMap(({ path }) => /^\/tasks\/(\d+)\/approve$/.exec(path)?.[1] ?? []);

/** Answers the question about a task, and gives the end of its run. */
const answered = async (task: number | string) => {
	const before = decided();
	const asked = () => {
		const comment = bodiesSentTo(stage, `/tasks/${task}/comment`).at(-1);
		return linkIn((comment as { readonly comment: string } | undefined)?.comment);
	};
	await until(() => asked() !== 'no link');
	const run = runBehind(asked());
	await waits(stage.n8n, run);
	expect(decided()).toEqual(before);
	await answer(asked(), { answer: 'approve', text: '' });
	return ended(await readExecution(stage.n8n, run));
};

const bulkIn = async (file: WorkflowFile) => {
	await importWorkflow(stage.n8n, file, credentials);
	return jsonOf(ended(await runWorkflow(stage.n8n, file.id, 'Start')), 'Approve Tasks');
};

/** Runs the pattern of each operation, once it is saved. */
const runs: Readonly<Record<string, (file: WorkflowFile) => Promise<void>>> = {
	'Approve in bulk': async (file) => {
		const plans = await bulkIn(file);
		expect(plans.filter(({ verdict }) => verdict !== 'would_send')).toEqual([]);
		expect(decided()).toEqual([]);
		const nodes = file.nodes.map((node) => {
			const { parameters } = node;
			return {
				...node,
				parameters: 'dryRun' in parameters ? { ...parameters, dryRun: false } : parameters,
			};
		});
		const rows = await bulkIn({ ...file, nodes });
		expect(rows.map(({ approved }) => approved)).toEqual(plans.map(() => true));
		expect(rows.length).toBeGreaterThan(1);
	},
	'Ask and decide': async ({ id }) => {
		await publish(stage.n8n, id);
		await unpublish(stage.n8n, id);
		const tasks = await makeTasks(sandbox, 2);
		await publish(stage.n8n, id);
		for (const task of tasks) {
			expect(jsonOf(await answered(task), 'Decide')).toMatchObject([
				{ task_id: task, approved: true, skipped: false },
			]);
		}
		await unpublish(stage.n8n, id);
	},
	Reply: async (file) => {
		await receiveComments(stage, { ...file, nodes: file.nodes.slice(0, 1) });
		const id = await postComment(stage, 'Where is it?');
		const replies = () => bodiesSentTo(stage, `/tasks/${commentedTask}/comment`);
		await until(() => JSON.stringify(replies()).includes(`"reply_to":${id}`));
		await unpublish(stage.n8n, file.id);
	},
	Launch: async ({ id, nodes: [form] }) => {
		await publish(stage.n8n, id);
		await sendTo(`${stage.n8n.url}/form/${form?.webhookId}`, () => {
			const body = new FormData();
			body.set('field-0', 'Nordwind Logistik GmbH');
			return { method: 'POST', body };
		});
		const path = '/workflows/wf_mutual_nda/latest/initiate';
		await until(() => bodiesSentTo(stage, path).length === 1);
		expect(bodiesSentTo(stage, path)).toMatchObject([
			{ variables: [{ variable_id: 'counterparty', value: 'Nordwind Logistik GmbH' }] },
		]);
		await unpublish(stage.n8n, id);
	},
	'Signed copies': async (file) => {
		const run = async (pinData = {}) => {
			await importWorkflow(stage.n8n, { ...file, pinData }, credentials);
			const ran = ended(await runWorkflow(stage.n8n, file.id, 'On Completed Task'));
			return {
				polled: jsonOf(ran, 'On Completed Task'),
				copies: itemsOf(ran, 'Get Signed Documents'),
			};
		};
		expect((await run()).polled).toMatchObject([{ status: 'completed' }]);
		const { tasks } = await listTasks(stage.sandbox, { include_inactive: true });
		const completed = tasks.filter(({ status }) => status === 'completed');
		const { copies } = await run({ 'On Completed Task': completed.map((json) => ({ json })) });
		expect(copies.map(({ binary }) => binary?.data?.mimeType)).toContain('application/pdf');
	},
	Agent: async (file) => {
		await importWorkflow(stage.n8n, withNothingBehind(file, file.name), credentials);
		const { tasks } = await listTasks(stage.sandbox);
		const task = tasks.find(
			(one) => one.current_step_type === 'approval' && one.status === 'in_progress',
		);
		const query = { task_id: String(task?.task_id), decision: 'approve' };
		await startTool(stage.n8n, file.id, 'Ask', { name: 'Decide', query });
		await answered(query.task_id);
		expect(decided().at(-1)).toBe(query.task_id);
	},
};

it.each(patterns.map((one) => [one.title, one] as const))('%s', async (_title, pattern) => {
	const index = patterns.indexOf(pattern);
	const file = await compiled(pattern, `cwPattern000000${index}`);
	for (const node of file.nodes) {
		const faults = isOurs({ name: node.type }) ? await faultsOf(node) : [];
		expect([node.name, faults]).toEqual([node.name, []]);
	}
	await importWorkflow(stage.n8n, file, credentials);
	expect(Object.keys(runs)).toContain(file.name);
	await runs[file.name]?.(file);
});

describe.each([
	// Of the builder in the editor, whose list of nodes leaves out those of communities in 2.40.
	'@n8n/ai-workflow-builder/dist/tools/engines/node-search-engine.js',
	// Of n8n's MCP server and its assistant, which have them all.
	'@n8n/ai-utilities/dist/cjs/node-catalog/index.js',
])('the search of %s', (file) => {
	it('finds one of these nodes for what a builder would type', () => {
		const { NodeSearchEngine } = builder.load(file) as SearchModule;
		const engine = new NodeSearchEngine(builder.nodes.filter(({ hidden }) => hidden !== true));
		const places = searches.map((words) => engine.searchByName(words, 20).findIndex(isOurs));
		const told = searches.map((words, index) => `${words}: ${(places[index] ?? -1) + 1}`);
		expect(searches).toHaveLength(20);
		const found = places.filter((place) => place >= 0).length;
		const first = places.filter((place) => place === 0 || place === 1).length;
		expect({ found: found >= 18, inFrontOf: first >= 16, told }).toEqual({
			found: true,
			inFrontOf: true,
			told,
		});
	});
});

it('the types of the action node have 30 kB at most: an assistant always gets the whole file', () => {
	const name = 'n8n-nodes-contract-workflow.contractWorkflow';
	const node = builder.nodes.find((one) => one.name === name) as INodeTypeDescription;
	const types = builder.typesOf(node);
	expect(types).toContain("operation: 'approve'");
	expect(Buffer.byteLength(types)).toBeLessThanOrEqual(30_000);
});

it("n8n's validation of workflows finds no fault with a node of these in any recipe", async () => {
	for (const recipe of await readRecipes()) {
		expect({ recipe: recipe.name, issues: builder.issuesIn(recipe) }).toEqual({
			recipe: recipe.name,
			issues: [],
		});
	}
});
