import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonOf, readExecution } from '../../scripts/n8n/executions';
import { sendTo } from '../../scripts/n8n/forms';
import { publish } from '../../scripts/n8n/publication';
import { answer, linkIn, runBehind, until, waits } from '../../scripts/n8n/questions';
import { messageAt } from '../../scripts/n8n/tools';
import { importWorkflow } from '../../scripts/n8n/workflows';
import { commentsIn } from './question';
import { requestsTo, useRecipe } from './recipe';
import { importWithModel, sayInChat } from './recipe.chat';
import type { ScriptedModel } from './recipe.scriptedModel';
import { startScriptedModel } from './recipe.scriptedModel';

describe('a question in a task', () => {
	const recipe = useRecipe('ask-in-the-task');

	beforeAll(async () => await recipe().publish());
	beforeEach(() => recipe().sandbox.clearRequests());

	const ask = async (question: string): Promise<string> => {
		const { n8n, sandbox } = recipe();
		const response = await sendTo(`${n8n.url}/form/ask-in-a-task`, () => {
			const form = new FormData();
			['10001', question, 'dana@nordwind.example'].forEach((value, index) =>
				form.set(`field-${index}`, value),
			);
			return { method: 'POST', body: form };
		});
		expect(response.status).toBe(200);
		await until(() => commentsIn(sandbox).length > 0);
		const link = linkIn(commentsIn(sandbox).at(-1));
		await waits(n8n, runBehind(link));
		return link;
	};

	it.each([
		['approve', 'Yes', 'yes', 'Yes, says Ada'],
		['decline', 'No', 'no', 'No, says Ada'],
	])(
		'%s: who asked is told, with the reason and the claimed name',
		async (pressed, node, word, says) => {
			const link = await ask('May the draft go out?');
			expect(commentsIn(recipe().sandbox)).toEqual([
				expect.stringContaining('May the draft go out?\n\nAsked by dana@nordwind.example'),
			]);
			await answer(link, { answer: pressed, name: 'Ada', text: 'As agreed' });
			const execution = await readExecution(recipe().n8n, runBehind(link));
			expect(execution.status).toBe('success');
			expect(jsonOf(execution, node)).toEqual([
				{
					to: 'dana@nordwind.example',
					subject: `Task 10001: ${word}`,
					text: `May the draft go out?\n\n${says} (the name was given, not checked). As agreed`,
				},
			]);
			for (const other of ['Yes', 'No', 'Nobody Answered'].filter((name) => name !== node)) {
				expect(execution.runData[other]).toBeUndefined();
			}
		},
	);
});

describe('with a time limit that is up', () => {
	const recipe = useRecipe('ask-in-the-task');

	it('who asked is told that nobody answered', async () => {
		const { n8n, file, sandbox, credential } = recipe();
		const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
		const nodes = file.nodes.map((node) =>
			node.name === 'Ask in the Task'
				? {
						...node,
						parameters: { ...node.parameters, options: { limitWaitTime: { values: limit } } },
					}
				: node.name === 'Ask a Question'
					? {
							...node,
							webhookId: 'd2bb8c1e-51f0-4b6c-9d19-0c3c4a8f8a11',
							parameters: { ...node.parameters, options: { path: 'ask-in-a-task-briefly' } },
						}
					: node,
		);
		await importWorkflow(n8n, { ...file, id: 'cwAskBriefly0001', nodes }, [credential]);

		await publish(n8n, 'cwAskBriefly0001');
		await sendTo(`${n8n.url}/form/ask-in-a-task-briefly`, () => {
			const form = new FormData();
			['10001', 'Anybody?', 'dana@nordwind.example'].forEach((value, index) =>
				form.set(`field-${index}`, value),
			);
			return { method: 'POST', body: form };
		});
		await until(() => commentsIn(sandbox).length > 0);
		const execution = await readExecution(n8n, runBehind(linkIn(commentsIn(sandbox)[0])));
		expect(jsonOf(execution, 'Nobody Answered')).toMatchObject([
			{ to: 'dana@nordwind.example', subject: 'Task 10001: nobody answered' },
		]);
	}, 180_000);
});

describe('an agent that asks in the task', () => {
	const recipe = useRecipe('agent-asks-in-the-task');
	const [agent, review, approve] = ['Contract Assistant', 'Ask in the Task', 'Approve or Reject'];
	const id = 'cwAgentAskModel';
	const decision = { task_id: '10022', decision: 'approve', comment: 'All clear' };
	let model: ScriptedModel;

	beforeEach(() => recipe().sandbox.clearRequests());
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
