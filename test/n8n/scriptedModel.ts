import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { importWorkflow } from '../../tools/scripts/n8n/workflows';
import type { RunningRecipe } from './recipe';

const question = z.object({ messages: z.array(z.object({ content: z.unknown() })) });

/** One call of a tool that a model wants. */
export interface ToolCall {
	readonly name: string;
	readonly arguments: object;
}

/** A server that speaks the chat completions of OpenAI and says what a test tells it to. */
export interface ScriptedModel {
	readonly url: string;
	stop(): Promise<void>;
}

const answerWith = (said: string | ToolCall) =>
	typeof said === 'string'
		? { finish_reason: 'stop', message: { role: 'assistant', content: said } }
		: {
				finish_reason: 'tool_calls',
				message: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call_${said.name}`,
							type: 'function',
							function: { name: said.name, arguments: JSON.stringify(said.arguments) },
						},
					],
				},
			};

/** Starts the server. `say` gives its answer to the last message: a text, or a tool to call. */
export const startScriptedModel = async (
	say: (last: string) => string | ToolCall,
): Promise<ScriptedModel> => {
	const server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8').on('data', (part: string) => (text += part));
		request.on('end', () => {
			const { messages } = question.parse(JSON.parse(text));
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					id: 'chatcmpl-1',
					object: 'chat.completion',
					created: 0,
					model: 'scripted',
					choices: [{ index: 0, ...answerWith(say(String(messages.at(-1)?.content))) }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
};

/** Stores a recipe's workflow with a model behind its agent. */
export const importWithModel = async (
	{ n8n, file, credential }: RunningRecipe,
	agent: string,
	{ url }: ScriptedModel,
): Promise<void> => {
	const account = await upsertCredential(n8n, {
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url },
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
	const connections = { ...file.connections, Model: { ai_languageModel: [[toAgent]] } };
	const withModel = { ...file, nodes: [...file.nodes, node], connections };
	await importWorkflow(n8n, withModel, [credential, account]);
};
