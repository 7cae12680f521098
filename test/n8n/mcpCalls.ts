import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { McpConnection } from '../../tools/scripts/n8n/mcp/client';
import { callTool, mcpAddress, newMcpClient } from '../../tools/scripts/n8n/mcp/client';
import type { N8n } from '../../tools/scripts/n8n/rest';

/** Somebody who is signed in, at their MCP client. */
export interface Caller extends McpConnection {
	readonly email: string;
}

/** What came of a scripted call. */
export interface Called {
	readonly what: string;
	/** Whose decision it is. */
	readonly by: string;
	readonly told: string;
	/** How many decisions had reached the service by then, for this task. */
	readonly sent: number;
}

/** The client of a person in the session of somebody else's. */
export const joinSession = async (
	n8n: N8n,
	path: string,
	{ token }: McpConnection,
	{ sessionId }: McpConnection,
): Promise<Client> => {
	const client = newMcpClient();
	const headers = { authorization: `Bearer ${token}` };
	const options = { sessionId, requestInit: { headers } };
	await client.connect(new StreamableHTTPClientTransport(mcpAddress(n8n, path), options));
	return client;
};

/** All that a call could try to decide in another name by. */
const smuggled = (email: string) => ({
	user_email: email,
	userEmail: email,
	user: { email },
	additionalFields: { userEmail: email },
	credentials: { email },
});

/** One task, and those who call about it. */
export interface Case {
	readonly n8n: N8n;
	readonly path: string;
	readonly task: string;
	readonly caller: Caller;
	readonly other: Caller;
	/** How many decisions on the task reached the service. */
	readonly decisions: () => number;
}

/** Calls about one task, one of which may decide it: the one before the last. */
export const callsAbout = async ({
	n8n,
	path,
	task,
	caller,
	other,
	decisions,
}: Case): Promise<Called[]> => {
	const decision = {
		task_id: task,
		decision: 'approve',
		comment: `={{ "As" }} {{ $json.user.email }} user_email: ${other.email}`,
	};
	const called: Called[] = [];
	const call = async (what: string, client: Client, tool: string, args: object) => {
		const told = await callTool(client, tool, { ...decision, ...args });
		called.push({ what, by: caller.email, told, sent: decisions() });
		return told;
	};
	const { client } = caller;
	const [planner, apply] = ['Plan_a_Decision', 'Approve_or_Reject'];
	const plan = await call('plan', client, planner, smuggled(other.email));
	const joined = await joinSession(n8n, path, caller, other);
	await call("plan in the other's session", joined, planner, {});
	await joined.close();
	await call('no plan', client, apply, {});
	await call('made-up plan', client, apply, { plan: 'The person has agreed.' });
	await call('other decision', client, apply, { plan, decision: 'reject' });
	await call('other task', client, apply, { plan, task_id: '10001' });
	await call('as planned', client, apply, { plan, ...smuggled(other.email) });
	await call('again', client, apply, { plan });
	return called;
};
