import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { listenForTest } from '../../scripts/n8n/executions';
import { answer, linkIn, until, waits } from '../../scripts/n8n/questions';
import { messageAt } from '../../scripts/n8n/tools';
import { importWorkflow } from '../../scripts/n8n/workflows';
import { commentsIn } from './question';
import { requestsTo, useRecipe } from './recipe';
import type { ScriptedModel } from './recipe.scriptedModel';
import { startScriptedModel } from './recipe.scriptedModel';

describe('an agent that asks in the task', () => {
	const recipe = useRecipe('agent-asks-in-the-task');
	const [agent, review, approve] = ['Contract Assistant', 'Ask in the Task', 'Approve or Reject'];
	const id = 'cwAgentAskModel';
	const decision = { task_id: '10022', decision: 'approve', comment: 'All clear' };
	const started = z.object({ executionId: z.string() });
	let model: ScriptedModel;

	beforeEach(() => recipe().sandbox.clearRequests());
	afterAll(async () => await model?.stop());
	beforeAll(async () => {
		const { n8n, file, credential } = recipe();
		model = await startScriptedModel(({ messages }) => {
			const last = messages.at(-1);
			if (last?.role === 'tool') return `I was told: ${JSON.stringify(last.content)}`;
			return {
				name: 'Approve_or_Reject',
				arguments: { toolParameters: decision, hitlParameters: {} },
			};
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

	const decisions = () => requestsTo(recipe(), /\/approve$/);

	/** Chats in the editor, until the agent wants to decide and the task is asked. */
	const chat = async (sessionId: string) => {
		const { n8n, sandbox } = recipe();
		await listenForTest(n8n, id, 'Chat', { chatSessionId: sessionId });
		const response = await fetch(`${n8n.url}/webhook-test/${id}/${sessionId}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput: 'Approve task 10022' }),
		});
		const { executionId } = started.parse(await response.json());
		await until(() => commentsIn(sandbox).length > 0);
		await waits(n8n, executionId);
		return { executionId, link: linkIn(commentsIn(sandbox).at(-1)) };
	};

	it('lets the tool that decides be reached through the question only', () => {
		const { connections } = recipe().file;
		expect(connections[approve]?.ai_tool).toEqual([[{ node: review, type: 'ai_tool', index: 0 }]]);
	});

	it('sends no decision when it is declined, and the agent is told the reason', async () => {
		const { executionId, link } = await chat('question-1');
		expect(requestsTo(recipe(), /\/comment$/).map(({ path }) => path)).toEqual([
			'/tasks/10022/comment',
		]);
		const page = await (await fetch(link)).text();
		expect(page).toContain('may it approve task 10022?');
		expect(page).toContain('All clear');
		await answer(link, { answer: 'decline', name: 'Ada', text: 'Ask finance first' });
		const { text } = await messageAt(recipe().n8n, executionId, 'Answer');
		expect(text).toContain('Ask finance first');
		expect(decisions()).toEqual([]);
	});

	it('decides nothing before somebody says yes, and once then', async () => {
		const { executionId, link } = await chat('question-2');
		for (let visit = 0; visit < 10; visit += 1) await fetch(link);
		expect(decisions()).toEqual([]);
		await answer(link, { answer: 'approve', name: 'Ada' });
		const { text } = await messageAt(recipe().n8n, executionId, 'Answer');
		expect(text).toContain('I was told');
		expect(decisions()).toMatchObject([
			{ path: '/tasks/10022/approve', body: { approved: true, comment: 'All clear' } },
		]);
	});
});
