import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { sendJson, startServer } from '../support/answeringServer';
import { nodeOf } from './published';

const asked = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });

/** One call of a tool that a model wants. */
export interface ToolCall {
	readonly name: string;
	readonly arguments: object;
}

/** A server that speaks the chat completions of OpenAI and says what a test tells it to. */
export interface ScriptedModel {
	readonly url: string;
	/** What the model was told of its calls. */
	readonly told: () => readonly string[];
	stop(): Promise<void>;
}

const choiceOf = (said: string | readonly ToolCall[]) =>
	typeof said === 'string'
		? { finish_reason: 'stop', message: { role: 'assistant', content: said } }
		: {
				finish_reason: 'tool_calls',
				message: {
					role: 'assistant',
					content: null,
					tool_calls: said.map(({ name, arguments: given }, index) => ({
						id: `call_${index}`,
						type: 'function',
						function: { name, arguments: JSON.stringify(given) },
					})),
				},
			};

/** Starts a model that makes all these calls in its first turn, and ends when it was answered. */
export const startScriptedModel = async (calls: readonly ToolCall[]): Promise<ScriptedModel> => {
	const told: string[] = [];
	const server = await startServer((response, { body }) => {
		const answers = asked
			.parse(JSON.parse(body))
			.messages.filter(({ role }) => role === 'tool')
			.map(({ content }) => String(content));
		told.push(...answers);
		const said = answers.length === 0 ? calls : `I was told: ${answers.join()}`;
		sendJson(response, 200, {
			id: 'chatcmpl-1',
			object: 'chat.completion',
			created: 0,
			model: 'scripted',
			choices: [{ index: 0, ...choiceOf(said) }],
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
		});
	});
	return { url: `${server.url}/v1`, told: () => told, stop: async () => await server.stop() };
};

/** The node of the model, and its connection to an agent. */
export const modelFor = async (n8n: N8n, agent: string, { url }: ScriptedModel) => {
	const account = await upsertCredential(n8n, {
		name: 'Scripted model',
		type: 'openAiApi',
		data: { apiKey: 'none', url },
	});
	const type = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
	const parameters = { model: 'scripted', options: {} };
	const node: INode = { ...nodeOf('Model', type, parameters, [account]), typeVersion: 1.1 };
	const toAgent = { node: agent, type: 'ai_languageModel' as const, index: 0 };
	return { account, node, connections: { Model: { ai_languageModel: [[toAgent]] } } };
};
