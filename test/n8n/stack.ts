import type { IConnections, INode } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import type { Credential, StoredCredential } from '../../tools/scripts/n8n/credentials';
import { testCredential, upsertCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { resume } from '../../tools/scripts/n8n/rest';
import { createWorkflow } from '../../tools/scripts/n8n/workflows';

/** Environment variable by which the set-up tells the tests where everything is. */
export const addressesVariable = 'CONTRACT_WORKFLOW_N8N_ADDRESSES';

/** What the set-up hands to the tests. */
export const addresses = z.object({
	n8nUrl: z.string(),
	/** n8n's own start script, below which its packages lie. */
	n8nBin: z.string(),
	cookie: z.string(),
	/** Its working directory. */
	n8nFolder: z.string().optional(),
	/** Where a test can stand in for every host that n8n asks by HTTPS. */
	hostPort: z.number().optional(),
	/** What an n8n of a test's own begins with: a copy of the data of the other after its set-up. */
	firstData: z.string().optional(),
	baseUrl: z.string(),
	apiKey: z.string(),
});

/** Where n8n and the sandbox are, and the credentials that the sandbox takes. */
export const stackAddresses = () =>
	addresses.parse(JSON.parse(process.env[addressesVariable] ?? '{}'));

/** The interface of n8n, in the session that the set-up began. */
export const session = (): N8n => {
	const { n8nUrl, cookie } = stackAddresses();
	return resume(n8nUrl, cookie);
};

/** The types that n8n hands to its editor. */
export const editorTypes = async (file: 'nodes' | 'credentials'): Promise<unknown> => {
	const { n8nUrl, cookie } = stackAddresses();
	// A connection that was kept may have ended meanwhile.
	const headers = { cookie, connection: 'close' };
	return await (await fetch(`${n8nUrl}/types/${file}.json`, { headers })).json();
};

/** Stores a key of a service, under a name that no other test has. */
export const keyFor = async (n8n: N8n, baseUrl: string, apiKey = 'key_1') =>
	await upsertCredential(n8n, {
		name: `Key ${crypto.randomUUID()}`,
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey },
	});

/** Stores the main key of a sandbox. */
export const keyOf = async (n8n: N8n, { baseUrl, apiKeys }: Sandbox) =>
	await keyFor(n8n, baseUrl, apiKeys.main);

/** Saves a credential and runs its own test, as the editor does. */
export const saveAndTest = async (n8n: N8n, credential: Credential) =>
	await testCredential(n8n, { ...(await upsertCredential(n8n, credential)), ...credential });

/** A Contract Workflow node for a workflow, with its API key. */
export const contractWorkflow = (
	name: string,
	parameters: INode['parameters'],
	{ type, id, name: credential }: StoredCredential,
): INode => ({
	id: name,
	name,
	type: 'n8n-nodes-contract-workflow.contractWorkflow',
	typeVersion: 1,
	position: [200, 0],
	parameters: { ...(type !== 'contractWorkflowApi' && { credentialType: type }), ...parameters },
	credentials: { [type]: { id, name: credential } },
});

/** A node of n8n's own for a workflow. */
export const plain = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: INode['parameters'],
) => ({
	id: name,
	name,
	type: `n8n-nodes-base.${type}`,
	typeVersion,
	position: [0, 0] as [number, number],
	parameters,
});

/** The connection of a node to the one that comes after it. */
export const then = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });

/** Stores a workflow and gives its id. */
export const saveWorkflow = async (
	n8n: N8n,
	nodes: INode[],
	connections: IConnections,
): Promise<string> => {
	const workflow = { name: 'Test', nodes, connections, settings: { executionOrder: 'v1' } };
	return await createWorkflow(n8n, workflow);
};
