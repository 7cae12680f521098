import type { IConnections, IDataObject, INode, INodeConnections } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { Execution } from '../../tools/scripts/n8n/executions';
import { readExecution, runWorkflow } from '../../tools/scripts/n8n/executions';
import { isSince } from '../../tools/scripts/n8n/installation/versions';
import { executionsOf, publish, unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { startTool } from '../../tools/scripts/n8n/tools';
import type { FaultServer } from '../faults/faultServer';
import { json, startFaultServer } from '../faults/faultServer';
import { nodeOf } from './published';
import { saveWorkflow } from './stack';

/** What a model hands a tool. */
export type ToolInput = Record<string, string>;

/** What came of calls of a tool. */
export interface CalledTool {
	/** What the caller is told: the model, the MCP client, who runs the tool in the editor. */
	readonly told: readonly string[];
	/** The errors that n8n shows in the execution, at the tool. */
	readonly shown: readonly string[];
}

/** A way in which n8n runs a node as a tool. */
export interface ToolWay {
	readonly name: string;
	/** How much of the words of an error n8n hands on to the caller. */
	readonly tells: 'nothing' | 'all';
	/** Calls the tool with all inputs, in one turn of the model or under way together. */
	readonly call: (n8n: N8n, tool: INode, inputs: readonly ToolInput[]) => Promise<CalledTool>;
}

/** The errors of all runs of the tool in an execution. */
const errorsOf = ({ runData }: Execution, tool: INode): string[] =>
	(runData[tool.name] ?? []).flatMap(({ error }) =>
		error ? `${error.message}\n${error.description}` : [],
	);

const langchain = '@n8n/n8n-nodes-langchain';

/** A start, items with these fields, and an agent that takes them all in one batch. */
const agentNodes = (typeVersion: number, items = 1, fields: IDataObject = {}): INode[] => [
	nodeOf('Start', 'n8n-nodes-base.manualTrigger', {}),
	{
		...nodeOf('Items', 'n8n-nodes-base.set', {
			mode: 'raw',
			jsonOutput: JSON.stringify(fields),
			duplicateItem: true,
			duplicateCount: items - 1,
		}),
		typeVersion: 3.4,
	},
	{
		...nodeOf('Agent', `${langchain}.agent`, {
			promptType: 'define',
			text: 'Go on',
			options: { batching: { batchSize: items } },
		}),
		typeVersion,
	},
];

const then = (node: string): INodeConnections => ({ main: [[{ node, type: 'main', index: 0 }]] });

/** The connections of these nodes, with others as parts of the agent. */
const aroundAgent = (
	parts: Readonly<Record<string, 'ai_tool' | 'ai_languageModel'>>,
): IConnections => ({
	Start: then('Items'),
	Items: then('Agent'),
	...Object.fromEntries(
		Object.entries(parts).map(([name, type]): [string, INodeConnections] => [
			name,
			{ [type]: [[{ node: 'Agent', type, index: 0 }]] },
		]),
	),
});

const question = z.object({
	messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});

/** An answer of the model. */
const completion = (choice: object) =>
	json(200, {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [{ index: 0, ...choice }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	});

/**
 * A model that calls the tool with all inputs in its first turn, and ends when it was answered. Of
 * several conversations each begins when the one before it has ended.
 */
const startModel = async (tool: INode, inputs: readonly ToolInput[]): Promise<FaultServer> => {
	const tool_calls = inputs.map((input, index) => ({
		id: `call_${index}`,
		type: 'function',
		function: { name: tool.name, arguments: JSON.stringify(input) },
	}));
	const calling = completion({
		finish_reason: 'tool_calls',
		message: { role: 'assistant', content: null, tool_calls },
	});
	const ending = completion({
		finish_reason: 'stop',
		message: { role: 'assistant', content: 'Done' },
	});
	/** Those of conversations that have not ended; the first one's was sent. */
	const beginnings: Array<() => void> = [];
	return await startFaultServer(() => ({
		atBody(response, { body }) {
			if (question.parse(JSON.parse(body)).messages.at(-1)?.role === 'tool') {
				ending(response);
				beginnings.shift();
				beginnings[0]?.();
			} else if (beginnings.push(() => calling(response)) === 1) calling(response);
		},
	}));
};

/** What the model was told of its calls, in all conversations. */
const toldTo = ({ requests }: FaultServer): string[] =>
	requests
		.flatMap(({ body }) => question.parse(JSON.parse(body)).messages)
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => String(content));

interface CallsByAgent {
	readonly typeVersion: number;
	/** What the model hands the tool in each conversation. */
	readonly inputs: readonly ToolInput[];
	readonly conversations: number;
	/** What each item that begins one holds. */
	readonly items?: IDataObject;
}

/** Lets the model of an AI Agent call the tool. */
export const callByAgent = async (
	n8n: N8n,
	tool: INode,
	{ typeVersion, inputs, conversations, items }: CallsByAgent,
): Promise<CalledTool> => {
	const model = await startModel(tool, inputs);
	try {
		const account = await upsertCredential(n8n, {
			name: 'Model of the tool',
			type: 'openAiApi',
			data: { apiKey: 'none', url: `${model.url}/v1` },
		});
		const parameters = { model: 'scripted', options: {} };
		const chat: INode = {
			...nodeOf('Model', `${langchain}.lmChatOpenAi`, parameters, [account]),
			typeVersion: 1.1,
		};
		const nodes = [...agentNodes(typeVersion, conversations, items), chat, tool];
		const parts = { Model: 'ai_languageModel', [tool.name]: 'ai_tool' } as const;
		const id = await saveWorkflow(n8n, nodes, aroundAgent(parts));
		const execution = await runWorkflow(n8n, id, 'Start', { boundMs: 30_000 });
		return { told: toldTo(model), shown: errorsOf(execution, tool) };
	} finally {
		await model.stop();
	}
};

/** An AI Agent whose model makes all calls in one turn. */
const agentWay = (typeVersion: number, tells: ToolWay['tells']): ToolWay => ({
	name: `an AI Agent ${typeVersion}`,
	tells,
	call: async (n8n, tool, inputs) =>
		await callByAgent(n8n, tool, { typeVersion, inputs, conversations: 1 }),
});

/**
 * An AI Agent with a batch of items, for each of which its model makes one call. n8n makes the tool
 * once for each item, all at first, so that these calls have one run index.
 */
const batchWay: ToolWay = {
	name: 'an AI Agent 2.2 with an item for each call',
	tells: 'nothing',
	call: async (n8n, tool, inputs) =>
		await callByAgent(n8n, tool, {
			typeVersion: 2.2,
			inputs: inputs.slice(0, 1),
			conversations: inputs.length,
		}),
};

/** The tool run by itself in the editor, once for each input. */
const editorWay = (typeVersion: number): ToolWay => ({
	name: `the editor under an AI Agent ${typeVersion}`,
	tells: 'all',
	async call(n8n, tool, inputs) {
		const nodes = [...agentNodes(typeVersion), tool];
		const id = await saveWorkflow(n8n, nodes, aroundAgent({ [tool.name]: 'ai_tool' }));
		const { name } = tool;
		const executions = await Promise.all(
			inputs.map(async (query) =>
				readExecution(n8n, await startTool(n8n, id, name, { name, query })),
			),
		);
		return {
			told: executions.map(({ runData }) => JSON.stringify(runData[name])),
			shown: executions.flatMap((execution) => errorsOf(execution, tool)),
		};
	},
});

/** One message of an MCP client; gives the answer, which comes as an event, and the session. */
const sendMcp = async (url: string, message: object, session?: string) => {
	const response = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(session === undefined ? {} : { 'mcp-session-id': session }),
		},
		body: JSON.stringify({ jsonrpc: '2.0', ...message }),
		signal: AbortSignal.timeout(30_000),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`The MCP server answered ${response.status}: ${text}`);
	return { text, session: response.headers.get('mcp-session-id') ?? undefined };
};

/** A client of an MCP Server Trigger, whose calls are under way together. */
const mcpWay: ToolWay = {
	name: 'an MCP Server Trigger',
	tells: 'all',
	async call(n8n, tool, inputs) {
		const path = `tool-${crypto.randomUUID()}`;
		const trigger: INode = {
			...nodeOf('MCP', `${langchain}.mcpTrigger`, { authentication: 'none', path }),
			typeVersion: 2.1,
			webhookId: path,
		};
		const id = await saveWorkflow(n8n, [trigger, tool], {
			[tool.name]: { ai_tool: [[{ node: 'MCP', type: 'ai_tool', index: 0 }]] },
		});
		await publish(n8n, id);
		try {
			const url = `${n8n.url}/mcp/${path}`;
			const { session } = await sendMcp(url, {
				id: 1,
				method: 'initialize',
				params: {
					protocolVersion: '2025-03-26',
					capabilities: {},
					clientInfo: { name: 'test', version: '1' },
				},
			});
			await sendMcp(url, { method: 'notifications/initialized' }, session);
			const answers = inputs.map(async (input, index) => {
				const params = { name: tool.name, arguments: input };
				const call = { id: index + 2, method: 'tools/call', params };
				return (await sendMcp(url, call, session)).text;
			});
			const told = await Promise.all(answers);
			const executions = await executionsOf(n8n, id, inputs.length);
			return { told, shown: executions.flatMap((execution) => errorsOf(execution, tool)) };
		} finally {
			await unpublish(n8n, id);
		}
	},
};

/** The agents that this n8n has of version 3. */
const agentsSince3 = isSince('2.30.8') ? [3, 3.1] : [3];

/**
 * All ways. To its model, an agent of version 2 makes an empty answer of a tool's error; one of
 * version 3 hands on the title alone.
 */
export const toolWays: readonly ToolWay[] = [
	agentWay(2.2, 'nothing'),
	batchWay,
	...agentsSince3.map((version) => agentWay(version, 'all')),
	editorWay(2.2),
	editorWay(Math.max(...agentsSince3)),
	mcpWay,
];
