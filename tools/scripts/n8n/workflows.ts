import type {
	IConnections,
	INode,
	INodeTypeDescription,
	IPinData,
	IWorkflowSettings,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { z } from 'zod';
import type { StoredCredential } from './credentials';
import type { N8n } from './rest';
import { RestError } from './rest';

/** A workflow in a file. */
export const workflowFile = z.object({
	/** The id under which n8n 2 stores it, so that the next import finds it again. */
	id: z.string().min(1),
	name: z.string().min(1),
	nodes: z.array(
		z.custom<INode>((value) => z.object({ type: z.string() }).safeParse(value).success),
	),
	connections: z.custom<IConnections>((value) => z.record(z.unknown()).safeParse(value).success),
	settings: z.custom<IWorkflowSettings>().optional(),
	/** Pinned output of nodes, by their names. */
	pinData: z.custom<IPinData>().optional(),
});

export type WorkflowFile = z.infer<typeof workflowFile>;

const created = z.object({ id: z.string() });

const pathOf = (id: string) => `/workflows/${encodeURIComponent(id)}`;

const descriptions = z.array(
	z.custom<INodeTypeDescription>(
		(value) => z.object({ name: z.string() }).safeParse(value).success,
	),
);

const describeType = async (n8n: N8n, name: string, version: number) => {
	const nodeInfos = [{ name, version }];
	return await n8n.request('POST', '/node-types', descriptions, { nodeInfos });
};

/**
 * n8n's description of the node's type; undefined if there is none. A node that is used as a tool,
 * or that asks a person before a tool runs, has its own type. n8n describes that type only under
 * the node's plain type.
 */
export const describeNode = async (
	n8n: N8n,
	{ type, typeVersion }: Pick<INode, 'type' | 'typeVersion'>,
): Promise<INodeTypeDescription | undefined> => {
	const plainType = type.replace(/(Hitl)?Tool$/, '');
	const [description] = await describeType(n8n, type, typeVersion).catch((error: unknown) => {
		if (!(error instanceof RestError) || plainType === type) throw error;
		return describeType(n8n, plainType, typeVersion);
	});
	return description;
};

/** The nodes with the credentials that each one requires with its settings. */
const attachCredentials = async (
	n8n: N8n,
	nodes: INode[],
	credentials: StoredCredential[],
): Promise<INode[]> => {
	const types = await Promise.all(nodes.map(async (node) => await describeNode(n8n, node)));
	return nodes.map((node, index) => {
		const type = types[index];
		if (!type) throw new Error(`n8n has no node of the type ${node.type} (node '${node.name}').`);
		const parameters =
			NodeHelpers.getNodeParameters(type.properties, node.parameters, true, false, node, type) ??
			node.parameters;
		const wanted = NodeHelpers.getActiveCredentialTypes({ ...node, parameters }, type);
		const attached = credentials
			.filter((credential) => wanted?.has(credential.type))
			.map(({ type: key, id, name }) => [key, { id, name }] as const);
		return attached.length === 0
			? node
			: { ...node, credentials: { ...node.credentials, ...Object.fromEntries(attached) } };
	});
};

const isThere = async (n8n: N8n, id: string): Promise<boolean> =>
	await n8n.request('GET', pathOf(id), z.unknown()).then(
		() => true,
		(error: unknown) => {
			if (error instanceof RestError && error.status === 404) return false;
			throw error;
		},
	);

/**
 * Stores a new workflow, as the editor does.
 * @returns its id
 */
export const createWorkflow = async (n8n: N8n, workflow: object): Promise<string> =>
	// n8n 1 requires a value for `active`.
	(await n8n.request('POST', '/workflows', created, { active: false, ...workflow })).id;

/**
 * Stores a workflow in n8n under the file's id, in place of an earlier one. n8n 1 assigns an id.
 * @returns the file with the id that it has in n8n
 * @throws Error when n8n lacks one of its node types
 */
export const importWorkflow = async (
	n8n: N8n,
	file: WorkflowFile,
	credentials: StoredCredential[],
): Promise<WorkflowFile> => {
	const { id, name, connections, settings, pinData } = file;
	const workflow = {
		name,
		nodes: await attachCredentials(n8n, file.nodes, credentials),
		connections,
		...(settings && { settings }),
		...(pinData && { pinData }),
	};
	if (!(await isThere(n8n, id)))
		return { ...file, id: await createWorkflow(n8n, { id, ...workflow }) };
	await n8n.request('PATCH', pathOf(id), z.unknown(), workflow);
	return file;
};

const listed = z.array(z.object({ name: z.string() }));

/**
 * Imports the workflows that n8n has neither by name nor by id, so that its list shows them in this
 * order. The others stay as a person may have changed them.
 */
export const importMissing = async (
	n8n: N8n,
	files: readonly WorkflowFile[],
	credentials: StoredCredential[],
): Promise<void> => {
	const names = (await n8n.request('GET', '/workflows', listed)).map(({ name }) => name);
	// n8n lists the most recently changed workflow first.
	for (const file of files.toReversed()) {
		if (names.includes(file.name) || (await isThere(n8n, file.id))) continue;
		await importWorkflow(n8n, file, credentials);
	}
};
