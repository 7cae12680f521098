import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { Endpoint } from '../../src';
import { contract } from '../../src';
import { listTasks } from '../../tools/scripts/demo/service';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { McpConnection } from '../../tools/scripts/n8n/mcp/client';
import { allowAs, callTool, connectMcp, mcpAddress } from '../../tools/scripts/n8n/mcp/client';
import type { Browsing } from '../../tools/scripts/n8n/pages/browsing';
import { publish, unpublish } from '../../tools/scripts/n8n/publication';
import type { Caller } from './mcpCalls';
import { callsAbout } from './mcpCalls';
import { requestsTo, useRecipe } from './recipe';
import { signIn } from './signedIn';

/*
 * The recipe for MCP clients, called by a real one over Streamable HTTP, with n8n's OAuth2: what
 * reaches the service, and in whose name.
 */

const recipe = useRecipe('ask-and-decide-contracts');
const [askPath, decidePath] = ['ask-about-contracts', 'decide-contracts'];

/** Two members of the sandbox's organization. */
const emails = ['priya.raman@meridian.example', 'omar.haddad@meridian.example'] as const;
/** A member of another one. */
const stranger = 'sanne.visser@harbour.example';

const open: McpConnection[] = [];
const connected = async (path: string, by?: Browsing): Promise<McpConnection> => {
	const { n8n } = recipe();
	const connection = await connectMcp(n8n, path, by && allowAs(n8n, by));
	open.push(connection);
	return connection;
};

const stored = z
	.object({ nodes: z.array(z.custom<INode>()), connections: z.record(z.unknown()) })
	.passthrough();

/** Changes nodes of the recipe, as its note and docs say, and publishes it again. */
const change = async (edit: (node: INode) => INode): Promise<void> => {
	const { n8n, file } = recipe();
	const path = `/workflows/${file.id}`;
	const { nodes } = await n8n.request('GET', path, stored);
	await n8n.request('PATCH', path, z.unknown(), { nodes: nodes.map(edit) });
	await unpublish(n8n, file.id);
	await publish(n8n, file.id);
};

let members: readonly [Browsing, Browsing];
beforeAll(async () => {
	const { n8n, sandbox } = recipe();
	const data = { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main, allow: 'reading' };
	const reading = await upsertCredential(n8n, {
		name: 'Read only',
		type: 'contractWorkflowApi',
		data,
	});
	await recipe().publish();
	await change((node) =>
		node.type.endsWith('Tool') && node.parameters.operation !== 'approve'
			? { ...node, credentials: { contractWorkflowApi: reading } }
			: node,
	);
	const [first, second] = emails;
	members = [await signIn(n8n, first), await signIn(n8n, second)];
});
beforeEach(() => recipe().sandbox.clearRequests());
afterAll(async () => {
	for (const { client } of open) await client.close();
	await recipe().unpublish();
});

const requests = () => recipe().sandbox.requests();
const decisions = (task = '[0-9]+') => requestsTo(recipe(), new RegExp(`^/tasks/${task}/approve$`));
const writes = () => {
	const endpoints: Readonly<Record<string, Endpoint>> = contract;
	return requests().filter(({ endpoint }) => endpoints[endpoint ?? '']?.writes ?? true);
};

/** Changes the trigger of the server that decides. */
const setTrigger = async (parameters: INode['parameters']) =>
	await change((node) =>
		node.name === 'Contract Decisions'
			? { ...node, parameters: { ...node.parameters, ...parameters } }
			: node,
	);

/** Calls a tool as a client without a session does, and gives the status of n8n's answer. */
const send = async (path: string, headers: Record<string, string>, method = 'POST') => {
	const message = {
		jsonrpc: '2.0',
		id: 1,
		method: 'tools/call',
		params: { name: 'Get_Tasks', arguments: {} },
	};
	const { status } = await fetch(mcpAddress(recipe().n8n, path), {
		method,
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...headers,
		},
		...(method === 'POST' && { body: JSON.stringify(message) }),
	});
	return status;
};

describe('the door', () => {
	it('lets nobody in without a token, with a wrong one, or with that of another server', async () => {
		const { token, sessionId } = await connected(askPath);
		recipe().sandbox.clearRequests();
		for (const path of [askPath, decidePath]) {
			for (const method of ['GET', 'POST', 'DELETE']) {
				expect(await send(path, {}, method)).toBe(401);
				expect(await send(path, { 'mcp-session-id': sessionId }, method)).toBe(401);
				expect(await send(path, { authorization: `Bearer ${token}x` }, method)).toBe(401);
			}
		}
		expect(await send(decidePath, { authorization: `Bearer ${token}` })).toBe(401);
		expect(requests()).toEqual([]);
	});

	it('lets in only those who may execute the workflow, as the recipes are shipped', async () => {
		for (const path of [askPath, decidePath]) {
			await expect(connected(path, members[0])).rejects.toThrow('403');
		}
		expect(requests()).toEqual([]);
	});
});

describe('Ask about contracts', () => {
	it('has only tools that read, whatever a client calls, and tells the model so', async () => {
		const { client } = await connected(askPath);
		expect(client.getInstructions()).toContain('They change nothing');
		const { tools } = await client.listTools();
		const given = { task_id: '10001', external_source_id: 'CRM-2025-0001', filters: [{}] };
		const more = { dryRun: false, operation: 'approve', decision: 'approve', comment: 'Yes' };
		for (const { name } of tools) await callTool(client, name, { ...given, ...more });
		for (const name of ['Approve_or_Reject', 'Comment', 'Get_Task_approve']) {
			expect(await callTool(client, name, { ...given, ...more }).catch(String)).toContain(
				'not found',
			);
		}
		expect(tools).toHaveLength(6);
		expect(requests().length).toBeGreaterThan(0);
		expect(writes()).toEqual([]);
	});

	it('changes nothing even with a tool that writes: its credential refuses', async () => {
		const { n8n, file } = recipe();
		const { nodes, connections } = await n8n.request('GET', `/workflows/${file.id}`, stored);
		const like = nodes.find(({ name }) => name === 'Get Task');
		if (!like) throw new Error('The recipe reads tasks.');
		const parameters = {
			...like.parameters,
			operation: 'comment',
			comment: 'Written',
			additionalFields: {},
		};
		const writer: INode = { ...like, id: 'writer', name: 'Comment', parameters };
		const changed = {
			nodes: [...nodes, writer],
			connections: { ...connections, Comment: connections['Get Task'] },
		};
		await n8n.request('PATCH', `/workflows/${file.id}`, z.unknown(), changed);
		await unpublish(n8n, file.id);
		await publish(n8n, file.id);
		const { client } = await connected(askPath);
		expect(await callTool(client, 'Comment', { task_id: '10001' })).toContain(
			'The credential is read-only',
		);
		expect(requests()).toEqual([]);
	});
});

describe('Decide contracts', () => {
	let callers: readonly [Caller, Caller];
	beforeAll(async () => {
		await setTrigger({ requireExecuteAccess: false });
		const [first, second] = members;
		callers = [
			{ email: emails[0], ...(await connected(decidePath, first)) },
			{ email: emails[1], ...(await connected(decidePath, second)) },
		];
	});

	it('of 80 calls decides what was planned, once, in the name of the caller', async () => {
		const { n8n, sandbox } = recipe();
		const { tasks } = await listTasks({ baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKeys.main });
		const waiting = tasks
			.filter(
				({ current_step_type, status }) => current_step_type === 'approval' && status !== 'on_hold',
			)
			.slice(0, 10)
			.map(({ task_id }) => String(task_id));
		expect(waiting).toHaveLength(10);
		sandbox.clearRequests();

		/** The two work at the same time, each through tasks of their own. */
		const work = async (caller: Caller, other: Caller, ids: readonly string[]) => {
			const calls = [];
			for (const task of ids) {
				const sent = () => decisions(task).length;
				calls.push(
					...(await callsAbout({ n8n, path: decidePath, task, caller, other, decisions: sent })),
				);
			}
			return calls;
		};
		const [first, second] = callers;
		const calls = (
			await Promise.all([
				work(first, second, waiting.slice(0, 5)),
				work(second, first, waiting.slice(5)),
			])
		).flat();
		expect(calls).toHaveLength(80);

		const told = (what: string) => calls.filter((call) => call.what === what);
		for (const what of ['plan', "plan in the other's session"]) {
			for (const call of told(what)) {
				expect(call.told).toContain('"verdict":"would_send"');
				expect(call.told).toContain(`"user_email":"${call.by}"`);
			}
		}
		for (const [what, words] of [
			['no plan', 'Required'],
			['made-up plan', 'Reviewed Item does not show the step'],
			['other decision', 'Reviewed Item says approve, not reject'],
			['other task', 'not task 10001'],
			['as planned', '"approved":true'],
			['again', '"skipped":'],
		] as const) {
			expect([what, told(what).filter((call) => !call.told.includes(words))]).toEqual([what, []]);
		}
		const isAfter = (what: string) => what === 'as planned' || what === 'again';
		expect(calls.filter(({ what, sent }) => sent !== Number(isAfter(what)))).toEqual([]);

		const by = Object.fromEntries(
			waiting.map((task, index) => [`/tasks/${task}/approve`, emails[index < 5 ? 0 : 1]]),
		);
		const arrived = decisions().map(({ path, body, status }) => [
			path,
			z.object({ user_email: z.string() }).parse(body).user_email,
			status,
		]);
		expect(arrived.sort()).toEqual(
			Object.entries(by)
				.map((one) => [...one, 200])
				.sort(),
		);
		expect(writes()).toHaveLength(10);
	});

	const decision = { task_id: '10001', decision: 'reject', comment: 'No' };

	it('tells what the service says of a person who is no member', async () => {
		const by = await signIn(recipe().n8n, stranger);
		const { client } = await connected(decidePath, by);
		const plan = await callTool(client, 'Plan_a_Decision', decision);
		expect(await callTool(client, 'Approve_or_Reject', { ...decision, plan })).toContain(
			`${stranger} is not a member of the organization`,
		);
		expect(decisions().map(({ status }) => status)).toEqual([422]);
	});

	it('decides nothing, not even as the creator of the key, without the user in the output', async () => {
		await setTrigger({ includeUserInOutput: false });
		const { client } = await connected(decidePath, members[0]);
		const plan = await callTool(client, 'Plan_a_Decision', decision);
		expect(plan).toContain('"verdict":"would_fail"');
		expect(plan).toContain('User Email');
		const unplanned = { ...decision, plan };
		expect(await callTool(client, 'Approve_or_Reject', unplanned)).toContain(
			'"User Email" was added, but is empty',
		);
		expect(decisions()).toEqual([]);
	});
});
