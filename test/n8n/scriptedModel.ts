import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { sendJson, startServer } from '../support/answeringServer';
import { nodeOf } from './published';

const asked = z.object({
	messages: z
		.array(
			z.object({ role: z.string(), content: z.unknown(), tool_call_id: z.string().default('') }),
		)
		.default([]),
	stream: z.boolean().optional(),
});

/** One call of a tool that a model wants. */
export interface ToolCall {
	readonly name: string;
	readonly arguments: object;
}

/** What a model was told of a call. */
export interface ToolAnswer {
	readonly name: string;
	readonly text: string;
}

/** A server that speaks the chat completions of OpenAI and says what a test tells it to. */
export interface ScriptedModel {
	readonly url: string;
	/** What the model was told of its calls. */
	readonly told: () => readonly ToolAnswer[];
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
						index,
						id: `${name}:${crypto.randomUUID()}`,
						type: 'function',
						function: { name, arguments: JSON.stringify(given) },
					})),
				},
			};

/**
 * Starts a model that answers each message with all these calls, and ends when it was answered. n8n
 * Agents want a stream, and try another path of OpenAI first.
 */
export const startScriptedModel = async (calls: readonly ToolCall[]): Promise<ScriptedModel> => {
	const told: ToolAnswer[] = [];
	const server = await startServer((response, { line, body }) => {
		if (!line.endsWith('/chat/completions')) return sendJson(response, 404, {});
		const { messages, stream } = asked.parse(JSON.parse(body));
		const answers = messages
			.slice(messages.findLastIndex(({ role }) => role === 'user'))
			.filter(({ role }) => role === 'tool')
			.map(({ content, tool_call_id: id }) => ({
				name: id.split(':')[0] ?? '',
				text: String(content),
			}));
		told.push(...answers);
		const said =
			answers.length === 0 ? calls : `I was told: ${answers.map(({ text }) => text).join()}`;
		const { message, ...choice } = choiceOf(said);
		const answer = {
			...{ id: 'chatcmpl-1', created: 0, model: 'scripted' },
			usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
			object: stream ? 'chat.completion.chunk' : 'chat.completion',
			choices: [{ index: 0, ...choice, [stream ? 'delta' : 'message']: message }],
		};
		if (!stream) return sendJson(response, 200, answer);
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.end(`data: ${JSON.stringify(answer)}\n\ndata: [DONE]\n\n`);
	});
	return { url: `${server.url}/v1`, told: () => told, stop: async () => await server.stop() };
};

/** The node of the model, and its connection to an agent. */
export const modelFor = async (n8n: N8n, agent: string, { url }: ScriptedModel) => {
	const account = await upsertCredential(n8n, {
		name: `Model ${crypto.randomUUID()}`,
		type: 'openAiApi',
		data: { apiKey: 'none', url },
	});
	const type = '@n8n/n8n-nodes-langchain.lmChatOpenAi';
	const parameters = { model: 'scripted', options: {} };
	const node: INode = { ...nodeOf('Model', type, parameters, [account]), typeVersion: 1.1 };
	const toAgent = { node: agent, type: 'ai_languageModel' as const, index: 0 };
	return { account, node, connections: { Model: { ai_languageModel: [[toAgent]] } } };
};
