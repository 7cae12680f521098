import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { listenForTest, readExecution } from '../../scripts/n8n/executions';
import { messageAt, press, startTool, withNothingBehind } from '../../scripts/n8n/tools';
import { importWorkflow } from '../../scripts/n8n/workflows';
import { requestsTo, useRecipe } from './recipe';
import type { ScriptedModel } from './recipe.scriptedModel';
import { startScriptedModel } from './recipe.scriptedModel';

const recipe = useRecipe('agent-asks-before-approving');
const [agent, person, approve] = ['Contract Assistant', 'Ask a Person', 'Approve or Reject'];
const planner = 'Plan a Decision';

beforeEach(() => recipe().sandbox.clearRequests());

const decisions = () => requestsTo(recipe(), /\/approve$/);

it('lets the tool that decides be reached through the person only', () => {
	const { connections } = recipe().file;
	expect(connections[approve]?.ai_tool).toEqual([[{ node: person, type: 'ai_tool', index: 0 }]]);
	const toAgent = Object.entries(connections)
		.filter(([, { ai_tool }]) => ai_tool?.flat().some((target) => target?.node === agent))
		.map(([name]) => name);
	expect(toAgent.sort()).toEqual([
		person,
		'Get Task',
		'Get Tasks',
		'Get Tasks by External ID',
		planner,
	]);
	const named = new Map(recipe().file.nodes.map((node) => [node.name, node.parameters]));
	expect(named.get(planner)?.requestOptions).toEqual({ dryRun: true });
});

describe('without a language model', () => {
	const id = 'cwAgentToolsOnly';

	beforeAll(async () => {
		const { n8n, file, credential } = recipe();
		await importWorkflow(n8n, { ...withNothingBehind(file, agent), id }, [credential]);
	});

	it.each([
		['Get Tasks', {}, '"current_step_type":"approval"'],
		['Get Task', { task_id: '10002' }, '"task_id":10002'],
		['Get Tasks by External ID', { external_source_id: 'CRM-2025-0001' }, '"task_id":10001'],
	])('%s reads', async (name, query, seen) => {
		const { n8n } = recipe();
		const execution = await readExecution(n8n, await startTool(n8n, id, name, { name, query }));
		expect(execution.status).toBe('success');
		expect(JSON.stringify(execution.runData[name])).toContain(seen);
	});

	/** Runs the tool that plans, then the one that decides, up to where a person is asked. */
	const ask = async (task_id: string) => {
		const { n8n } = recipe();
		const decision = { task_id, decision: 'approve', comment: 'All clear' };
		const planning = await startTool(n8n, id, planner, { name: planner, query: decision });
		const { status, runData } = await readExecution(n8n, planning);
		expect(status).toBe('success');
		const told = runData[planner]?.at(-1)?.data?.ai_tool?.[0]?.[0]?.json;
		const plan = JSON.stringify(told?.response ?? told);
		expect(plan).toContain('"verdict":"would_send"');
		const query = { ...decision, plan };
		const executionId = await startTool(n8n, id, person, { name: approve, query });
		return { executionId, question: await messageAt(n8n, executionId, person) };
	};

	it('asks a person, and decides once after yes', async () => {
		const { executionId, question } = await ask('10002');
		expect(question.text).toContain('May I approve task 10002?');
		expect(question.text).toContain('All clear');
		expect(decisions()).toEqual([]);
		await press(question, 'Approve');
		expect((await readExecution(recipe().n8n, executionId)).status).toBe('success');
		// A second press finds nothing left to do.
		await press(question, 'Approve');
		expect(decisions()).toMatchObject([
			{ path: '/tasks/10002/approve', body: { approved: true, comment: 'All clear' } },
		]);
	});

	it('decides nothing after yes where the task has moved since the plan', async () => {
		const { executionId, question } = await ask('10062');
		await recipe().ask('/tasks/10062/approve', { approved: true });
		recipe().sandbox.clearRequests();
		await press(question, 'Approve');
		const { status, runData } = await readExecution(recipe().n8n, executionId);
		expect(status).toBe('success');
		expect(JSON.stringify(runData[approve])).toContain('it has moved since the plan');
		expect(decisions()).toEqual([]);
	});

	it('decides nothing after no', async () => {
		const { executionId, question } = await ask('10042');
		await press(question, 'Decline');
		expect((await readExecution(recipe().n8n, executionId)).status).toBe('success');
		await press(question, 'Approve');
		expect(decisions()).toEqual([]);
	});
});

describe('with a model that wants to approve', () => {
	const id = 'cwAgentWithModel';
	const decision = { task_id: '10022', decision: 'approve', comment: 'All clear' };
	let model: ScriptedModel;

	beforeAll(async () => {
		const { n8n, file, credential } = recipe();
		// In each chat it plans, wants to decide, and says what it was told.
		let turns = 0;
		model = await startScriptedModel(({ messages }) => {
			const turn = turns++ % 3;
			const last = messages.at(-1);
			if (turn === 0) return { name: 'Plan_a_Decision', arguments: decision };
			if (turn === 2) return `I was told: ${JSON.stringify(last?.content)}`;
			const toolParameters = { ...decision, plan: String(last?.content) };
			return { name: 'Approve_or_Reject', arguments: { toolParameters, hitlParameters: {} } };
		});
		const account = await upsertCredential(n8n, {
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url },
		});
		const node: INode = {
			id: 'Model',
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.1,
			position: [0, 300],
			parameters: { model: 'scripted', options: {} },
		};
		const toAgent = { node: agent, type: 'ai_languageModel' as const, index: 0 };
		const withModel = {
			...file,
			id,
			nodes: [...file.nodes, node],
			connections: { ...file.connections, Model: { ai_languageModel: [[toAgent]] } },
		};
		await importWorkflow(n8n, withModel, [credential, account]);
	});

	afterAll(async () => await model.stop());

	const started = z.object({ executionId: z.string() });

	/** Chats in the editor, until the agent wants to decide and the person is asked. */
	const chat = async (sessionId: string) => {
		const { n8n } = recipe();
		await listenForTest(n8n, id, 'Chat', { chatSessionId: sessionId });
		const response = await fetch(`${n8n.url}/webhook-test/${id}/${sessionId}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput: 'Approve task 10022' }),
		});
		const { executionId } = started.parse(await response.json());
		return { executionId, question: await messageAt(n8n, executionId, person) };
	};

	it('sends nothing when the person declines, and the agent is told', async () => {
		const { executionId, question } = await chat('session-1');
		expect(question.text).toContain('May I approve task 10022?');
		await press(question, 'Decline');
		const { text } = await messageAt(recipe().n8n, executionId, 'Answer');
		expect(text).toContain('User rejected the tool call');
		expect(decisions()).toEqual([]);
	});

	it('decides nothing before a person says yes, once then, and tells what came of it', async () => {
		const { executionId, question } = await chat('session-2');
		expect(decisions()).toEqual([]);
		await press(question, 'Approve');
		const { text } = await messageAt(recipe().n8n, executionId, 'Answer');
		expect(text).toContain('I was told');
		expect(text).toContain('10022');
		expect(decisions()).toMatchObject([
			{ path: '/tasks/10022/approve', body: { approved: true, comment: 'All clear' } },
		]);
	});
});
