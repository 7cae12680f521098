import { beforeAll, describe, expect, it } from '@jest/globals';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INode, INodeParameters } from 'n8n-workflow';
import { runWorkflow } from '../../tools/scripts/n8n/executions';
import { callTool, mcpAddress, newMcpClient } from '../../tools/scripts/n8n/mcp/client';
import { publish, unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { Fate } from '../faults/faultServer';
import { json, keyedServers } from '../faults/faultServer';
import { nodeOf, packageType } from './published';
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
const input = { task_id: '7', text: 'All clear' };

/** Calls the tool so often in one turn of an agent's model; gives what the model is told. */
const byAgent = async (tool: INode, calls: number): Promise<readonly string[]> => {
	const call = { name: tool.name, arguments: input };
	const model = await startScriptedModel(Array.from({ length: calls }, () => call));
	const { node, connections } = await modelFor(n8n, 'Agent', model);
	const prompt = { promptType: 'define', text: 'Go on', options: {} };
	const agent: INode = { ...nodeOf('Agent', `${langchain}.agent`, prompt), typeVersion: 3 };
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger', {});
	const id = await saveWorkflow(n8n, [start, agent, node, tool], {
		Start: then('Agent'),
		[tool.name]: toNode('Agent'),
		...connections,
	});
	await runWorkflow(n8n, id, 'Start', { boundMs: 30_000 });
	await model.stop();
	return model.told();
};

/** Calls the tool so often at the same time by an MCP client; gives what the client is told. */
const byMcp = async (tool: INode, calls: number): Promise<readonly string[]> => {
	const path = `tool-${crypto.randomUUID()}`;
	const trigger: INode = {
		...nodeOf('MCP', `${langchain}.mcpTrigger`, { authentication: 'none', path }),
		typeVersion: 2.1,
		webhookId: path,
	};
	const id = await saveWorkflow(n8n, [trigger, tool], { [tool.name]: toNode('MCP') });
	await publish(n8n, id);
	const client = newMcpClient();
	await client.connect(new StreamableHTTPClientTransport(mcpAddress(n8n, path)));
	const answers = Array.from(
		{ length: calls },
		async () => await callTool(client, tool.name, input),
	);
	const told = await Promise.all(answers);
	await client.close();
	await unpublish(n8n, id);
	return told;
};

const taskId = { __rl: true, mode: 'id', value: "={{ $fromAI('task_id', '', 'string') }}" };
const text = "={{ $fromAI('text', '', 'string') }}";
const comment: INodeParameters = { resource: 'task', operation: 'comment', taskId, comment: text };
const approve: INodeParameters = { ...comment, operation: 'approve', decideIf: 'always' };

const answers: Readonly<Record<string, unknown>> = {
	'GET /tasks/7': { task: { task_id: 7, status: 'pending', current_step_id: 'b', updated_at: '' } },
	'POST /tasks/7/comment': { success: true, activity_log_id: 1, message: 'Posted' },
};
const answered: Fate = {
	atBody: (response, { line }) => json(200, answers[line])(response),
};
const lost: Fate = { atBody: (response) => response.socket?.resetAndDestroy() };
const posted = expect.stringContaining('Posted');

describe.each([
	['an AI Agent', byAgent],
	['an MCP Server Trigger', byMcp],
])('as a tool of %s', (_name, way) => {
	/** Calls the tool, and gives what the caller is told with the requests that were sent. */
	const call = async (
		parameters: INodeParameters,
		{ calls = 1, fate = answered, settings = {} } = {},
	) => {
		const server = await serve((index) => (index === 0 ? fate : answered));
		const credential = await keyFor(n8n, server.url);
		const tool: INode = {
			...contractWorkflow('Tool', parameters, credential),
			type: packageType('contractWorkflowTool'),
			...settings,
		};
		const told = await way(tool, calls);
		return { told, lines: server.requests.map(({ line }) => line) };
	};
	const commentLine = 'POST /tasks/7/comment';

	it('a comment with Retry On Fail is not sent, and the caller learns the way out', async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5 };
		const { told, lines } = await call(comment, { settings });
		expect(lines).toEqual([]);
		expect(told).toEqual([
			expect.stringMatching(/cannot be a tool while[^]*Turn off Retry On Fail in the settings/),
		]);
	});

	it('two calls with the same comment send two', async () => {
		const { told, lines } = await call(comment, { calls: 2 });
		expect(lines).toEqual([commentLine, commentLine]);
		expect(told).toEqual([posted, posted]);
	});

	it('two calls with the same comment and one key send one, and both are told of it', async () => {
		const idempotencyKey = "=task-{{ $fromAI('task_id', '', 'string') }}";
		const { told, lines } = await call({ ...comment, idempotencyKey }, { calls: 2 });
		expect(lines).toEqual([commentLine]);
		expect(told).toContainEqual(posted);
		expect(told).toContainEqual(expect.stringContaining('not_sent_again'));
	});

	it('a comment whose answer is lost is sent once, and the caller is told', async () => {
		const { told, lines } = await call(comment, { fate: lost });
		expect(lines).toEqual([commentLine]);
		expect(told).toEqual([expect.stringContaining('The request may have been carried out')]);
	});

	it('a dry run plans a decision and sends none', async () => {
		const { told, lines } = await call({ ...approve, dryRun: true });
		expect(told.join().replaceAll('\\', '')).toContain('"verdict":"would_send"');
		expect(lines).toEqual(['GET /tasks/7']);
	});
});
