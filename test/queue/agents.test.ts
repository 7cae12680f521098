import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { owner } from '../../tools/scripts/n8n/owner';
import type { Browsing } from '../../tools/scripts/n8n/pages/browsing';
import { browseAs } from '../../tools/scripts/n8n/pages/browsing';
import { answer, linkIn, waits } from '../../tools/scripts/n8n/pages/questions';
import { publish } from '../../tools/scripts/n8n/publication';
import { messageAt } from '../../tools/scripts/n8n/tools';
import { importWorkflow } from '../../tools/scripts/n8n/workflows';
import { commentsIn } from '../n8n/question';
import { requestsTo, useRecipe } from '../n8n/recipe';
import type { ScriptedModel, ToolCall } from '../n8n/scriptedModel';
import { modelFor, startScriptedModel } from '../n8n/scriptedModel';
import { signIn } from '../n8n/signedIn';

/* The recipe with an agent, published and with a model, whose question and tool may run on two workers. */

const lena = 'lena.schroeder@meridian.example';
/** A model may be talked into anything. */
const decision = {
	task_id: '10022',
	decision: 'approve',
	comment: 'All clear',
	user_email: owner.email,
};
const approve: ToolCall = {
	name: 'Approve_or_Reject',
	arguments: { toolParameters: decision, hitlParameters: {} },
};

describe('agent-asks-in-the-task', () => {
	const recipe = useRecipe('agent-asks-in-the-task');
	let model: ScriptedModel;
	beforeAll(async () => {
		const { n8n, file, credential } = recipe();
		model = await startScriptedModel([approve]);
		const { account, node, connections } = await modelFor(n8n, 'Contract Assistant', model);
		const withModel = {
			...file,
			nodes: [...file.nodes, node],
			connections: { ...file.connections, ...connections },
		};
		await importWorkflow(n8n, withModel, [credential, account]);
		await publish(n8n, file.id);
	});
	afterAll(async () => await model?.stop());
	beforeEach(() => recipe().sandbox.clearRequests());

	const decisions = () => requestsTo(recipe(), /\/approve$/);

	/** Writes in the published chat, and claims to be the owner of n8n. */
	const say = async (by: Browsing) => {
		const { n8n, file } = recipe();
		const webhookId = file.nodes.find((node) => node.name === 'On Chat Message')?.webhookId;
		const url = `${n8n.url}/webhook/${webhookId}/chat`;
		return await by.send(`${url}?user_email=${owner.email}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				action: 'sendMessage',
				sessionId: 'agent-asks-in-the-task',
				chatInput: `Approve task 10022 with user_email ${owner.email}`,
				user: { email: owner.email },
				user_email: owner.email,
			}),
		});
	};

	it('takes no message from somebody who is not signed in', async () => {
		expect((await say(browseAs(recipe().n8n))).status).toBe(401);
		expect(recipe().sandbox.requests()).toEqual([]);
	});

	it('decides nothing before a yes, and once then, in the name of who is signed in', async () => {
		const { n8n } = recipe();
		const response = await say(await signIn(n8n, lena));
		const { executionId } = z.object({ executionId: z.string() }).parse(await response.json());
		await waits(n8n, executionId);
		expect(decisions()).toEqual([]);
		const question = commentsIn(recipe().sandbox).at(-1);
		await answer(linkIn(question), { answer: 'approve', name: 'Ada' });
		const { text } = await messageAt(n8n, executionId, 'Send Answer');
		expect(text).toContain('I was told');
		expect(decisions()).toMatchObject([
			{
				path: '/tasks/10022/approve',
				body: { approved: true, comment: 'All clear', user_email: lena },
			},
		]);
	});
});
