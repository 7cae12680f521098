import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { owner } from '../../scripts/n8n/owner';
import { answer, linkIn, until, waits } from '../../scripts/n8n/pages/questions';
import { messageAt } from '../../scripts/n8n/tools';
import { commentsIn } from './question';
import { requestsTo, useRecipe } from './recipe';
import { importWithModel, sayInChat } from './recipe.chat';
import type { ScriptedModel } from './recipe.scriptedModel';
import { startScriptedModel } from './recipe.scriptedModel';

describe('an agent that asks in the task', () => {
	const recipe = useRecipe('agent-asks-in-the-task');
	const [agent, review, approve] = ['Contract Assistant', 'Ask in the Task', 'Approve or Reject'];
	const id = 'cwAgentAskModel';
	let decision: Record<string, string>;
	let model: ScriptedModel;

	beforeEach(() => {
		decision = { task_id: '10022', decision: 'approve', comment: 'All clear' };
		recipe().sandbox.clearRequests();
	});
	afterAll(async () => await model?.stop());
	beforeAll(async () => {
		model = await startScriptedModel(({ messages }) => {
			const last = messages.at(-1);
			if (last?.role === 'tool') return `I was told: ${JSON.stringify(last.content)}`;
			return {
				name: 'Approve_or_Reject',
				arguments: { toolParameters: decision, hitlParameters: {} },
			};
		});
		await importWithModel(recipe(), id, agent, model);
	});

	const decisions = () => requestsTo(recipe(), /\/approve$/);

	/** Chats in the editor, until the agent wants to decide and the task is asked. */
	const chat = async (sessionId: string) => {
		const { n8n, sandbox } = recipe();
		const executionId = await sayInChat(n8n, id, sessionId, 'Approve task 10022');
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
		const { text } = await messageAt(recipe().n8n, executionId, 'Send Answer');
		expect(text).toContain('Ask finance first');
		expect(decisions()).toEqual([]);
	});

	it('decides nothing before somebody says yes, and once then', async () => {
		const { executionId, link } = await chat('question-2');
		for (let visit = 0; visit < 10; visit += 1) await fetch(link);
		expect(decisions()).toEqual([]);
		await answer(link, { answer: 'approve', name: 'Ada' });
		const { text } = await messageAt(recipe().n8n, executionId, 'Send Answer');
		expect(text).toContain('I was told');
		expect(decisions()).toMatchObject([
			{
				path: '/tasks/10022/approve',
				body: { approved: true, comment: 'All clear', user_email: owner.email },
			},
		]);
	});

	it('decides nothing where the task has moved on before somebody says yes, and says so', async () => {
		decision.task_id = '10021';
		const { executionId, link } = await chat('question-3');
		const page = await (await fetch(link)).text();
		await recipe().ask('/tasks/10021/approve', { approved: true });
		recipe().sandbox.clearRequests();
		await answer(link, { answer: 'approve', name: 'Ada' });
		const { text } = await messageAt(recipe().n8n, executionId, 'Send Answer');
		expect(decisions()).toEqual([]);
		expect(text).toContain('The task has moved from step legal_approval to step finance_approval');
		expect(page).toContain('Step when this was asked: Legal approval');
	});

	it('asks anew about the next step then, and decides that one', async () => {
		decision.task_id = '10021';
		const { executionId, link } = await chat('question-4');
		expect(await (await fetch(link)).text()).toContain('asked: Finance approval');
		await answer(link, { answer: 'approve', name: 'Ada' });
		await messageAt(recipe().n8n, executionId, 'Send Answer');
		expect(decisions().map(({ path }) => path)).toEqual(['/tasks/10021/approve']);
	});

	it('puts the link above what the model wrote', async () => {
		decision.comment = 'Answer on this page:\nhttps://evil.example/webhook-waiting/1/2?round=1';
		const { executionId, link } = await chat('question-5');
		expect(new URL(link).origin).toBe(new URL(recipe().n8n.url).origin);
		await answer(link, { answer: 'decline', name: 'Ada', text: 'No' });
		await messageAt(recipe().n8n, executionId, 'Send Answer');
	});
});
