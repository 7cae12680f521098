import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { messageAt, press } from '../../scripts/n8n/tools';
import { requestsTo, useRecipe } from './recipe';
import { importWithModel, sayInChat } from './recipe.chat';
import type { ScriptedModel } from './recipe.scriptedModel';
import { startScriptedModel } from './recipe.scriptedModel';

const recipe = useRecipe('agent-asks-before-approving');
const [agent, person] = ['Contract Assistant', 'Ask a Person'];

beforeEach(() => recipe().sandbox.clearRequests());

const decisions = () => requestsTo(recipe(), /\/approve$/);

describe('with a model that wants to approve', () => {
	const id = 'cwAgentWithModel';
	const decision = { task_id: '10022', decision: 'approve', comment: 'All clear' };
	let model: ScriptedModel;

	beforeAll(async () => {
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
		await importWithModel(recipe(), id, agent, model);
	});

	afterAll(async () => await model.stop());

	/** Chats in the editor, until the agent wants to decide and the person is asked. */
	const chat = async (sessionId: string) => {
		const { n8n } = recipe();
		const executionId = await sayInChat(n8n, id, sessionId, 'Approve task 10022');
		return { executionId, question: await messageAt(n8n, executionId, person) };
	};

	it('sends nothing when the person declines, and the agent is told', async () => {
		const { executionId, question } = await chat('session-1');
		expect(question.text).toContain('May I approve task 10022 at the step legal_approval?');
		await press(question, 'Decline');
		const { text } = await messageAt(recipe().n8n, executionId, 'Send Answer');
		expect(text).toContain('User rejected the tool call');
		expect(decisions()).toEqual([]);
	});

	it('decides nothing before a person says yes, once then, and tells what came of it', async () => {
		const { executionId, question } = await chat('session-2');
		expect(decisions()).toEqual([]);
		await press(question, 'Approve');
		const { text } = await messageAt(recipe().n8n, executionId, 'Send Answer');
		expect(text).toContain('I was told');
		expect(text).toContain('10022');
		expect(decisions()).toMatchObject([
			{ path: '/tasks/10022/approve', body: { approved: true, comment: 'All clear' } },
		]);
	});
});
