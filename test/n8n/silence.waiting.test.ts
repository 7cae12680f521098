import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { listTasks } from '../../tools/scripts/demo/service';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import type { Execution } from '../../tools/scripts/n8n/executions';
import { jsonOf, readExecution } from '../../tools/scripts/n8n/executions';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import { answer, linkIn, runBehind, until, waits } from '../../tools/scripts/n8n/pages/questions';
import { approve, byId, noKey, ofTask, onlyIf, saveInRow, saveWith, start } from './nodesInRow';
import { nodeOf, packageType } from './published';
import { asking, begin, waitingFor } from './question';
import { modelFor, startScriptedModel } from './scriptedModel';
import { keyOf, plain, session, then } from './stack';

/* Nobody answers in time, in the workflows that builders make of a question and a decision. */

let sandbox: Sandbox;
let key: StoredCredential;
/** Tasks that wait for a decision, one for each workflow. */
let tasks: number[];

const asAnswered = { decision: 'asAnswered' };
const asReviewed = { decision: 'asReviewed' };
const ofItem = { taskId: byId('={{ $json.task_id }}') };

const plan = approve({ dryRun: true }, 'Plan');
const ifApproved = onlyIf('={{ $json.decision === "approve" }}');

const ask = (name = 'Ask', parameters: INodeParameters = {}): INode =>
	asking({ ...ofItem, ...parameters }, noKey, { name, id: name });

/** The node that asks and soon stops waiting. */
const askBriefly = (): INode => ask('Ask', waitingFor(20));

const commentsOn = (task: number): string[] =>
	sandbox
		.requests()
		.filter(({ path }) => path === `/tasks/${task}/comment`)
		.map(({ body }) => String((body as { readonly comment: unknown }).comment));

const decisionsOn = (task: number): unknown[] =>
	sandbox
		.requests()
		.filter(({ path }) => path === `/tasks/${task}/approve`)
		.map(({ body }) => (body as { readonly approved: unknown }).approved);

/** Answers the newest question about a task, once it waits. */
const reply = async (executionId: string, task: number, said: string) => {
	await until(() => commentsOn(task).length === 1);
	await waits(session(), executionId);
	await answer(linkIn(commentsOn(task).at(-1)), { answer: said });
};

const silent = 'Nobody answered in time, so no decision';

/** What comes between the list and the end, and what becomes of it. */
const rows: Record<string, readonly [nodes: () => INode[], outcome: string]> = {
	'behind a plan': [() => [plan, askBriefly(), approve(asReviewed)], silent],
	'behind a node that drops its fields': [
		() => [
			askBriefly(),
			plain('Only ID', 'set', 3.4, {
				mode: 'raw',
				jsonOutput: '={{ JSON.stringify({ id: $json.task_id }) }}',
			}),
			approve({
				taskId: byId('={{ $json.id }}'),
				reviewedItem: "={{ $('Get Tasks').item.json }}",
			}),
		],
		silent,
	],
	'behind an IF': [() => [plan, askBriefly(), ifApproved, approve(asReviewed)], 'nothing'],
	'with Always': [() => [askBriefly(), approve({ decideIf: 'always' })], silent],
};

const names = Object.keys(rows);
const runs = new Map<string, string>();
const taskOf = (name: string): number => tasks[names.indexOf(name)] ?? 0;
const list = (task: number): INode => ofTask('Get Tasks', 'get', { taskId: byId(String(task)) });

beforeAll(async () => {
	sandbox = await createSandbox({ rateLimit: 100_000 });
	key = await keyOf(session(), sandbox);
	const all = (await listTasks(sandbox)).tasks;
	tasks = all
		.filter(
			({ current_step_type, status }) => current_step_type === 'approval' && status !== 'on_hold',
		)
		.map(({ task_id }) => task_id);
	expect(tasks.length).toBeGreaterThan(names.length + 3);
	for (const [name, [nodes]] of Object.entries(rows)) {
		const id = await saveInRow(session(), key, start, list(taskOf(name)), ...nodes());
		runs.set(name, await begin(session(), id));
	}
});
afterAll(async () => await sandbox?.stop());

const outcomeOf = (execution: Execution): unknown => {
	if (execution.error) return execution.error.message;
	if (!execution.runData.Approve) return 'nothing';
	return jsonOf(execution, 'Approve').every(({ skipped }) => skipped) ? 'skipped' : 'decided';
};

describe('of three questions in a loop, the second has no answer', () => {
	it('decides the first and the third', async () => {
		const three = tasks.slice(names.length + 2, names.length + 5);
		const rows = three.map((task_id) => ({ task_id }));
		const loop = plain('Loop', 'splitInBatches', 3, {});
		const nodes = [
			start,
			plain('Rows', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows }) }),
			plain('Split', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
			loop,
			ofTask('Get Tasks', 'get', ofItem),
			ask('Ask', waitingFor(`$json.task_id === ${three[1]} ? 10 : 3600`)),
			approve({ ...asAnswered, ifMoved: 'skip' }),
		];
		const id = await saveWith(session(), key, nodes, {
			...{ Start: then('Rows'), Rows: then('Split'), Split: then('Loop') },
			Loop: { main: [[], ...then('Get Tasks').main] },
			...{ 'Get Tasks': then('Ask'), Ask: then('Approve'), Approve: then('Loop') },
		});
		const executionId = await begin(session(), id);
		for (const [index, task] of three.entries()) {
			await until(() => commentsOn(task).length === 1, 200_000);
			if (index !== 1) await reply(executionId, task, index === 0 ? 'approve' : 'decline');
		}
		await readExecution(session(), executionId);
		expect(three.map(decisionsOn)).toEqual([[true], [], [false]]);
	});
});

describe('nobody answers in time', () => {
	it.each(names)('%s: nothing is decided', async (name) => {
		const execution = await readExecution(session(), runs.get(name) ?? '');
		expect(decisionsOn(taskOf(name))).toEqual([]);
		expect(outcomeOf(execution)).toBe(rows[name]?.[1]);
	});
});

it('after a stop and a Retry, nothing is asked or decided', async () => {
	const task = tasks[names.length] ?? 0;
	const id = await saveInRow(session(), key, start, list(task), plan, ask(), approve(asReviewed));
	const executionId = await begin(session(), id);
	await until(() => commentsOn(task).length === 1);
	await waits(session(), executionId);
	await session().request('POST', `/executions/${executionId}/stop`, z.unknown());
	const path = `/executions/${executionId}/retry`;
	const retried = z.object({ id: z.string() });
	const { id: again } = await session().request('POST', path, retried, { loadWorkflow: true });
	const execution = await readExecution(session(), again);
	expect(outcomeOf(execution)).toBe(silent);
	expect(commentsOn(task)).toHaveLength(1);
	expect(decisionsOn(task)).toEqual([]);
});

it('a parent of the sub-workflow that asked has no answer to follow', async () => {
	const task = tasks[names.length + 5] ?? 0;
	const passed = plain('Passed', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });
	const asking = await saveInRow(session(), key, passed, ask());
	const sub = plain('Sub-workflow', 'executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: asking },
		options: { waitForSubWorkflow: true },
	});
	const parent = await saveInRow(session(), key, start, list(task), sub, approve(asAnswered));
	const executionId = await begin(session(), parent);
	await until(() => commentsOn(task).length === 1);
	await waits(session(), runBehind(linkIn(commentsOn(task)[0])));
	await answer(linkIn(commentsOn(task)[0]), { answer: 'decline' });
	const execution = await readExecution(session(), executionId);
	expect(outcomeOf(execution)).toBe('The input item has no answer, so no decision');
	expect(decisionsOn(task)).toEqual([]);
});

/** n8n 1 has no human review. A model may add anything to its call. */
const review = async () => {
	const task = tasks[names.length + 6] ?? 0;
	const yes = { approved: true, data: { approved: true }, decision: 'approve' };
	const toolParameters = { task_id: String(task), ...yes };
	const model = await startScriptedModel([
		{ name: 'Approve', arguments: { ...yes, toolParameters, hitlParameters: {} } },
	]);
	const { account, node, connections } = await modelFor(session(), 'Agent', model);
	const langchain = '@n8n/n8n-nodes-langchain.agent';
	const agent = { promptType: 'define', text: 'Approve it', options: {} };
	const asked = ask('Review', {
		taskId: byId('={{ $tool.parameters.task_id }}'),
		// As n8n words it.
		message: undefined,
		...waitingFor(5),
	});
	const tool = approve({
		taskId: byId("={{ $fromAI('task_id', '', 'string') }}"),
		reviewedItem: "={{ $('Review').context.asked }}",
	});
	const nodes = [
		start,
		{ ...nodeOf('Agent', langchain, agent), typeVersion: 3 },
		{ ...node, credentials: { [account.type]: { id: account.id, name: account.name } } },
		{ ...asked, type: packageType('contractWorkflowHitlTool') },
		{ ...tool, type: packageType('contractWorkflowTool') },
	];
	const asTool = (to: string) => ({
		ai_tool: [[{ node: to, type: 'ai_tool' as const, index: 0 }]],
	});
	const id = await saveWith(session(), key, nodes, {
		...{ Start: then('Agent'), Review: asTool('Agent'), Approve: asTool('Review') },
		...connections,
	});
	const execution = await readExecution(session(), await begin(session(), id));
	await model.stop();
	expect(commentsOn(task)).toEqual([expect.stringMatching(/^The agent wants .*Approve/)]);
	expect(execution.runData.Review).toBeDefined();
	expect(decisionsOn(task)).toEqual([]);
};
if (isSince('2.30.8')) {
	it('a human review that nobody answers runs no tool, whatever the arguments say', review);
}
