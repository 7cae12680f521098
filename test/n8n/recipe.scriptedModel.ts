import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/** What a model is asked: the messages so far, and the tools that it may call. */
const question = z.object({
	messages: z.array(z.object({ role: z.string(), content: z.unknown() }).passthrough()),
	tools: z.array(z.object({ function: z.object({ name: z.string() }).passthrough() })).default([]),
});

export type Question = z.infer<typeof question>;

/** One call of a tool that a model wants. */
export interface ToolCall {
	readonly name: string;
	readonly arguments: object;
}

/** A server that speaks the chat completions of OpenAI and says what a test tells it to. */
export interface ScriptedModel {
	readonly url: string;
	/** What it was asked, oldest first. */
	readonly questions: Question[];
	stop(): Promise<void>;
}

const answerWith = (said: string | ToolCall, turn: number) =>
	typeof said === 'string'
		? { finish_reason: 'stop', message: { role: 'assistant', content: said } }
		: {
				finish_reason: 'tool_calls',
				message: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call_${turn}`,
							type: 'function',
							function: { name: said.name, arguments: JSON.stringify(said.arguments) },
						},
					],
				},
			};

/** Starts the server. `say` gives its answer: a text, or a tool to call. */
export const startScriptedModel = async (
	say: (asked: Question) => string | ToolCall,
): Promise<ScriptedModel> => {
	const questions: Question[] = [];
	const server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8').on('data', (part: string) => (text += part));
		request.on('end', () => {
			const asked = question.parse(JSON.parse(text));
			questions.push(asked);
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					id: `chatcmpl-${questions.length}`,
					object: 'chat.completion',
					created: 0,
					model: 'scripted',
					choices: [{ index: 0, ...answerWith(say(asked), questions.length) }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		questions,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((closed) => server.close(closed));
		},
	};
};
