import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../scripts/n8n/credentials';
import { listenForTest } from '../../scripts/n8n/executions';
import type { N8n } from '../../scripts/n8n/rest';
import { importWorkflow } from '../../scripts/n8n/workflows';
import type { RunningRecipe } from './recipe';
import type { ScriptedModel } from './recipe.scriptedModel';

/** Stores a recipe's workflow under another id, with the scripted model behind its agent. */
export const importWithModel = async (
	{ n8n, file, credential }: RunningRecipe,
	id: string,
	agent: string,
	model: ScriptedModel,
): Promise<void> => {
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
};

const started = z.object({ executionId: z.string() });

/** Writes a message in the editor's chat of a workflow, and gives the id of the execution. */
export const sayInChat = async (
	n8n: N8n,
	workflowId: string,
	sessionId: string,
	chatInput: string,
): Promise<string> => {
	await listenForTest(n8n, workflowId, 'On Chat Message', { chatSessionId: sessionId });
	const response = await fetch(`${n8n.url}/webhook-test/${workflowId}/${sessionId}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput }),
	});
	return started.parse(await response.json()).executionId;
};
