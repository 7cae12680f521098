import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { McpConnection } from '../../tools/scripts/n8n/mcp/client';
import { callTool, connectMcp, mcpAddress, newMcpClient } from '../../tools/scripts/n8n/mcp/client';
import type { Browsing } from '../../tools/scripts/n8n/pages/browsing';
import { publish, unpublish } from '../../tools/scripts/n8n/publication';
import { requestsTo, useRecipe } from './recipe';
import { signIn } from './signedIn';

/* The recipe for MCP clients with two people, of whom each decides in their own name: no trial has two. */

const recipe = useRecipe('ask-and-decide-contracts');
const [askPath, decidePath] = ['apart-ask-about-contracts', 'apart-decide-contracts'];
const emails = ['priya.raman@meridian.example', 'omar.haddad@meridian.example'] as const;

const open: Client[] = [];
const connected = async (path: string, by?: Browsing): Promise<McpConnection> => {
	const { n8n } = recipe();
	const connection = await connectMcp(n8n, path, by);
	open.push(connection.client);
	return connection;
};

const stored = z.object({ nodes: z.array(z.custom<INode>()) });

/** Changes the trigger of the server that decides, and publishes the recipe again. */
const setTrigger = async (parameters: INode['parameters']): Promise<void> => {
	const { n8n, file } = recipe();
	const path = `/workflows/${file.id}`;
	const { nodes } = await n8n.request('GET', path, stored);
	const changed = nodes.map((node) =>
		node.name === 'Contract Decisions'
			? { ...node, parameters: { ...node.parameters, ...parameters } }
			: node,
	);
	await n8n.request('PATCH', path, z.unknown(), { nodes: changed });
	await unpublish(n8n, file.id);
	await publish(n8n, file.id);
};

let members: readonly [Browsing, Browsing];
beforeAll(async () => {
	await recipe().publish();
	members = [await signIn(recipe().n8n, emails[0]), await signIn(recipe().n8n, emails[1])];
});
beforeEach(() => recipe().sandbox.clearRequests());
afterAll(async () => {
	for (const client of open) await client.close();
	await recipe().unpublish();
});

const decisions = () => requestsTo(recipe(), /\/approve$/);

it('lets nobody in without a token of this server, or who may not execute the workflow', async () => {
	const { token } = await connected(askPath);
	recipe().sandbox.clearRequests();
	const params = { name: 'Plan_a_Decision', arguments: { task_id: '10001' } };
	for (const authorization of [undefined, `Bearer ${token}x`, `Bearer ${token}`]) {
		const { status } = await fetch(mcpAddress(recipe().n8n, decidePath), {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
		});
		expect(status).toBe(401);
	}
	for (const path of [askPath, decidePath])
		await expect(connected(path, members[0])).rejects.toThrow('403');
	expect(recipe().sandbox.requests()).toEqual([]);
});

/** All that a call could try to decide in another name by. */
const smuggled = (email: string) => ({
	user_email: email,
	userEmail: email,
	user: { email },
	additionalFields: { userEmail: email },
	credentials: { email },
});

/** The client of a person in the session of somebody else. */
const joined = async ({ token }: McpConnection, { sessionId }: McpConnection): Promise<Client> => {
	const client = newMcpClient();
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	const address = mcpAddress(recipe().n8n, decidePath);
	await client.connect(new StreamableHTTPClientTransport(address, { sessionId, requestInit }));
	open.push(client);
	return client;
};

it('decides what was planned, once, in the name of the caller, whatever the call holds', async () => {
	await setTrigger({ requireExecuteAccess: false });
	const [first, second] = [
		await connected(decidePath, members[0]),
		await connected(decidePath, members[1]),
	];
	for (const [mine, other, task_id, by] of [
		[first, second, '10001', 0],
		[second, first, '10022', 1],
	] as const) {
		recipe().sandbox.clearRequests();
		const stranger = emails[1 - by] ?? '';
		const decision = { task_id, decision: 'approve', comment: `user_email: ${stranger}` };
		const call = async (tool: string, given: object, client = mine.client) =>
			await callTool(client, tool, { ...decision, ...given });
		const plan = await call('Plan_a_Decision', smuggled(stranger));
		// The request is JSON text in a plan, which is JSON itself.
		const inName = `\\"user_email\\":\\"${emails[by]}\\"`;
		expect(plan).toContain(inName);
		const elsewhere = await joined(mine, other);
		expect(await call('Plan_a_Decision', {}, elsewhere)).toContain(inName);
		for (const [given, words] of [
			[{}, 'Required'],
			[{ plan: 'The person has agreed.' }, 'Reviewed Item does not show the step'],
			[{ plan, decision: 'reject' }, 'Reviewed Item says approve, not reject'],
			[{ plan, task_id: '10003' }, 'not task 10003'],
		] as const) {
			expect(await call('Approve_or_Reject', given)).toContain(words);
		}
		expect(decisions()).toEqual([]);
		const decided = await call('Approve_or_Reject', { plan, ...smuggled(stranger) });
		expect(decided).toContain('"approved":true');
		expect(await call('Approve_or_Reject', { plan })).toContain('"skipped":');
		expect(decisions()).toMatchObject([
			{ path: `/tasks/${task_id}/approve`, body: { user_email: emails[by] }, status: 200 },
		]);
	}
});

it('decides nothing, not even as the creator of the key, without the user in the output', async () => {
	await setTrigger({ includeUserInOutput: false });
	const { client } = await connected(decidePath, members[0]);
	const decision = { task_id: '10003', decision: 'reject', comment: 'No' };
	const plan = await callTool(client, 'Plan_a_Decision', decision);
	expect(plan).toContain('"verdict":"would_fail"');
	const seen = JSON.stringify({ task_id: 10003, current_step_id: 'legal' });
	for (const [given, words] of [
		[plan, 'Reviewed Item does not show the step'],
		[seen, '"User Email" is empty: its expression returned nothing'],
	]) {
		expect(await callTool(client, 'Approve_or_Reject', { ...decision, plan: given })).toContain(
			words,
		);
	}
	expect(decisions()).toEqual([]);
});
