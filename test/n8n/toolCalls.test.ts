import { beforeAll, describe, expect, it } from '@jest/globals';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INode, INodeParameters } from 'n8n-workflow';
import { runWorkflow } from '../../tools/scripts/n8n/executions';
import { callTool, mcpAddress, newMcpClient } from '../../tools/scripts/n8n/mcp/client';
import { publish, unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { Fate } from '../faults/faultServer';
import { json, keyedServers } from '../faults/faultServer';
import { schemaOf } from '../support/operations.table';
import { byId, start } from './nodesInRow';
import { nodeOf, packageType } from './published';
import type { ToolAnswer, ToolCall } from './scriptedModel';
import { modelFor, startScriptedModel } from './scriptedModel';
import { contractWorkflow, keyFor, saveWorkflow, session, then } from './stack';

/* Calls of a tool by the model of an agent, and by an MCP client. */

const serve = keyedServers();

let n8n: N8n;
beforeAll(() => {
	n8n = session();
});

const langchain = '@n8n/n8n-nodes-langchain';
const toNode = (node: string) => ({ ai_tool: [[{ node, type: 'ai_tool' as const, index: 0 }]] });
const toolsOf = (to: string, tools: readonly INode[]) =>
	Object.fromEntries(tools.map(({ name }) => [name, toNode(to)]));

/** Makes all calls in one turn of an agent's model; gives what the model is told of each. */
const byAgent = async (tools: readonly INode[], calls: readonly ToolCall[]) => {
	const model = await startScriptedModel(calls);
	const { node, connections } = await modelFor(n8n, 'Agent', model);
	const prompt = { promptType: 'define', text: 'Go on', options: {} };
	const agent: INode = { ...nodeOf('Agent', `${langchain}.agent`, prompt), typeVersion: 3 };
	const id = await saveWorkflow(n8n, [start, agent, node, ...tools], {
		Start: then('Agent'),
		...toolsOf('Agent', tools),
		...connections,
	});
	await runWorkflow(n8n, id, 'Start');
	await model.stop();
	return model.told();
};

/** Makes all calls at the same time by an MCP client; gives what the client is told of each. */
const byMcp = async (tools: readonly INode[], calls: readonly ToolCall[]) => {
	const path = `tool-${crypto.randomUUID()}`;
	const trigger: INode = {
		...nodeOf('MCP', `${langchain}.mcpTrigger`, { authentication: 'none', path }),
		typeVersion: 2.1,
		webhookId: path,
	};
	const id = await saveWorkflow(n8n, [trigger, ...tools], toolsOf('MCP', tools));
	await publish(n8n, id);
	const client = newMcpClient();
	await client.connect(new StreamableHTTPClientTransport(mcpAddress(n8n, path)));
	const told = await Promise.all(
		calls.map(async ({ name, arguments: given }) => ({
			name,
			text: await callTool(client, name, { ...given }),
		})),
	);
	await client.close();
	await unpublish(n8n, id);
	return told;
};

const fromModel = (name: string, type = 'string') => `={{ $fromAI('${name}', '', '${type}') }}`;
const comment: INodeParameters = {
	...{ resource: 'task', operation: 'comment', comment: fromModel('text') },
	taskId: byId(fromModel('task_id')),
};
const conditions = {
	condition: [
		{ field: 'field:104:Governing law:enum', operator: 'in', value: fromModel('laws', 'json') },
		{ field: 'attribute:risk_score_number', operator: 'gte', value: fromModel('score', 'number') },
	],
};
const launch = { resource: 'workflow', operation: 'initiate', workflowId: byId('wf_1') };

const answers: Readonly<Record<string, unknown>> = {
	'GET /tasks/7': { task: { task_id: 7, status: 'pending', current_step_id: 'b', updated_at: '' } },
	'POST /tasks/7/comment': { success: true, activity_log_id: 1, message: 'Posted' },
	'POST /core/documents/search': { documents: [], has_next: false, next_cursor: null },
	'GET /workflows/wf_1/latest/schema': {
		workflow_schema: schemaOf('wf_1', { party: 'text', date: 'date' }),
	},
	'POST /workflows/wf_1/latest/initiate': {
		...{ task_id: 8, workflow_state_id: 's', workflow_id: 'wf_1', version: 2, status: 'pending' },
		message: 'Initiated',
	},
};
const answered: Fate = {
	atBody: (response, { line }) => json(200, answers[line])(response),
};
const lost: Fate = { atBody: (response) => response.socket?.resetAndDestroy() };
const posted = expect.stringContaining('Posted');
const commentLine = expect.stringMatching(/^POST \/tasks\/7\/comment {"comment":"All clear\b/);
const launchLines = [
	'GET /workflows/wf_1/latest/schema ',
	expect.stringMatching(/initiate {"variables":.*"party".*"Aldgate"/),
];

/** A tool, how often it is called, and what is sent and told then. */
interface Called {
	readonly parameters: INodeParameters;
	readonly settings?: Partial<INode>;
	readonly calls?: number;
	readonly fate?: Fate;
	readonly sent: readonly unknown[];
	readonly told: readonly unknown[];
}

const called: Readonly<Record<string, Called>> = {
	'a comment with Retry On Fail is not sent, and the caller learns the way out': {
		parameters: comment,
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 5 },
		sent: [],
		told: [
			expect.stringMatching(/cannot be a tool while[^]*Turn off Retry On Fail in the settings/),
		],
	},
	'two calls with the same comment send two': {
		parameters: comment,
		calls: 2,
		sent: [commentLine, commentLine],
		told: [posted, posted],
	},
	'two calls with the same comment and one key send one, and both are told of it': {
		parameters: { ...comment, idempotencyKey: "=task-{{ $fromAI('task_id', '', 'string') }}" },
		calls: 2,
		sent: [commentLine],
		told: expect.arrayContaining([posted, expect.stringContaining('not_sent_again')]) as never,
	},
	'a comment whose answer is lost is sent once, and the caller is told': {
		parameters: comment,
		fate: lost,
		sent: [commentLine],
		told: [expect.stringContaining('The request may have been carried out')],
	},
	'a dry run plans a decision and sends none': {
		parameters: { ...comment, operation: 'approve', decideIf: 'always', dryRun: true },
		sent: ['GET /tasks/7 '],
		told: [expect.stringContaining('"verdict":"would_send"')],
	},
	'a search takes values of conditions': {
		parameters: { resource: 'document', operation: 'search', conditions },
		sent: [
			expect.stringMatching(/"field_id":104,.*"value":\["Germany"\].*"operator":"gte","value":20/),
		],
		told: [expect.any(String)],
	},
	'a launch takes fields of the form': {
		parameters: {
			...launch,
			variables: { mappingMode: 'defineBelow', schema: [], value: { party: fromModel('party') } },
		},
		sent: launchLines,
		told: [expect.stringContaining('Initiated')],
	},
	'a launch takes JSON': {
		parameters: {
			...{ ...launch, specifyVariables: 'json', variablesJson: fromModel('values', 'json') },
		},
		sent: launchLines,
		told: [expect.stringContaining('Initiated')],
	},
};
const given = {
	...{ task_id: '7', text: 'All clear', laws: ['Germany'], score: 20, party: 'Aldgate' },
	values: { party: 'Aldgate' },
};

describe.each([
	['an AI Agent', byAgent],
	['an MCP Server Trigger', byMcp],
])('as a tool of %s', (_name, way) => {
	const names = Object.keys(called);
	const toolOf = (name: string) => `Tool_${names.indexOf(name)}`;
	const lines = new Map<string, () => string[]>();
	let told: readonly ToolAnswer[];
	beforeAll(async () => {
		const tools: INode[] = [];
		const calls: ToolCall[] = [];
		for (const [name, { parameters, settings, fate = answered, ...one }] of Object.entries(
			called,
		)) {
			const server = await serve((index) => (index === 0 ? fate : answered));
			lines.set(name, () => server.requests.map(({ line, body }) => `${line} ${body}`));
			const credential = await keyFor(n8n, server.url);
			tools.push({
				...contractWorkflow(toolOf(name), parameters, credential),
				type: packageType('contractWorkflowTool'),
				...settings,
			});
			const call = { name: toolOf(name), arguments: given };
			calls.push(...Array.from({ length: one.calls ?? 1 }, () => call));
		}
		told = await way(tools, calls);
	});

	it.each(Object.entries(called))('%s', (name, expected) => {
		expect(lines.get(name)?.()).toEqual(expected.sent);
		const texts = told.filter((one) => one.name === toolOf(name)).map(({ text }) => text);
		expect(texts.map((text) => text.replaceAll('\\', ''))).toEqual(expected.told);
	});
});
