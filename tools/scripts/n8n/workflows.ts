import { createHash } from 'node:crypto';
import type { IConnections, INode, IPinData, IWorkflowSettings } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { z } from 'zod';
import type { StoredCredential } from './credentials';
import { withTablesMade } from './dataTables';
import { describeNode } from './nodeTypes';
import type { N8n } from './rest';
import { RestError } from './rest';
import { changeWorkflowId } from './workflowIds';

/** A workflow in a file. */
export const workflowFile = z.object({
	/** The id under which n8n stores it, so that the next import finds it again. */
	id: z.string().min(1),
	name: z.string().min(1),
	nodes: z.array(
		z.custom<INode>((value) => z.object({ type: z.string() }).safeParse(value).success),
	),
	connections: z.custom<IConnections>((value) => z.record(z.unknown()).safeParse(value).success),
	settings: z.custom<IWorkflowSettings>().optional(),
	/** Pinned output of nodes, by their names. */
	pinData: z.custom<IPinData>().optional(),
	/** Names of the tags that n8n's list can be filtered by. */
	tags: z.array(z.string()).optional(),
});

export type WorkflowFile = z.infer<typeof workflowFile>;

const tag = z.object({ id: z.string(), name: z.string() });

/** The ids of tags, by name. A missing tag is created. */
const tagIds = async (n8n: N8n, names: readonly string[]): Promise<string[]> => {
	const known = await n8n.request('GET', '/tags', z.array(tag));
	const ids: string[] = [];
	for (const name of names) {
		const found = known.find((one) => one.name === name);
		const { id } = found ?? (await n8n.request('POST', '/tags', tag, { name }));
		ids.push(id);
	}
	return ids;
};

/**
 * The outcome of an import. `kept`: the workflow in n8n was edited since the last import (or is not
 * from an import, or is archived) and was left unchanged.
 */
export type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'kept';

const stored = z.object({
	nodes: z.unknown(),
	connections: z.unknown(),
	isArchived: z.boolean().optional(),
	meta: z.record(z.unknown()).nullish(),
});

const created = z.object({ id: z.string() });

/** The note that an import leaves in the workflow's `meta`. */
const importNote = z.object({
	/** The digest of the imported file. */
	digest: z.string(),
	/** The digest of the nodes and connections as n8n stored them. */
	content: z.string(),
});

const noteKey = 'importedBy' as const;

const digestOf = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex');

const contentOf = ({ nodes, connections }: z.infer<typeof stored>): string =>
	digestOf([nodes, connections]);

const pathOf = (id: string) => `/workflows/${encodeURIComponent(id)}`;

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

const find = async (n8n: N8n, id: string): Promise<z.infer<typeof stored> | undefined> => {
	try {
		return await n8n.request('GET', pathOf(id), stored);
	} catch (error) {
		if (error instanceof RestError && error.status === 404) return undefined;
		throw error;
	}
};

/**
 * Stores a new workflow, as the editor does.
 * @returns its id
 */
export const createWorkflow = async (n8n: N8n, workflow: object): Promise<string> =>
	// n8n 1 requires a value for `active`.
	(await n8n.request('POST', '/workflows', created, { active: false, ...workflow })).id;

/**
 * Stores a new workflow under an id.
 * @throws Error when n8n assigns another id, and the folder of its data is not known
 */
const createUnder = async (n8n: N8n, id: string, workflow: object): Promise<void> => {
	const given = await createWorkflow(n8n, { id, ...workflow });
	if (given === id) return;
	if (n8n.userFolder === undefined) throw new Error(`n8n does not take the id ${id}.`);
	changeWorkflowId(n8n.userFolder, given, id);
};

/**
 * Imports a workflow into n8n under the file's id. A second import changes nothing, or updates it
 * to the file's newer state. A workflow whose nodes or connections a person has changed is left
 * unchanged. Deleting it in n8n and importing it again restores the file's state. For n8n 1, this
 * also creates the Data Tables that its nodes cannot create.
 * @throws Error when n8n lacks one of its node types
 */
export const importWorkflow = async (
	n8n: N8n,
	file: WorkflowFile,
	credentials: StoredCredential[],
): Promise<ImportOutcome> => {
	const { id, name, settings, pinData, tags } = file;
	const { nodes, connections } = await withTablesMade(n8n, file);
	const workflow = {
		name,
		nodes: await attachCredentials(n8n, nodes, credentials),
		connections,
		...(settings ? { settings } : {}),
		...(pinData ? { pinData } : {}),
	};
	const digest = digestOf(tags ? { ...workflow, tags } : workflow);

	const found = await find(n8n, id);
	const note = importNote.safeParse(found?.meta?.[noteKey]);
	if (found) {
		if (!note.success || found.isArchived || note.data.content !== contentOf(found)) return 'kept';
		if (note.data.digest === digest) return 'unchanged';
	}
	const tagged = tags ? { ...workflow, tags: await tagIds(n8n, tags) } : workflow;
	if (found) await n8n.request('PATCH', pathOf(id), z.unknown(), tagged);
	else await createUnder(n8n, id, tagged);
	const content = contentOf(await n8n.request('GET', pathOf(id), stored));
	const meta = { ...found?.meta, [noteKey]: { digest, content } };
	await n8n.request('PATCH', pathOf(id), stored, { meta });
	return found ? 'updated' : 'created';
};

/**
 * Imports workflows into n8n as `importWorkflow` does, so that n8n's list shows them in this order.
 * @returns the outcome for each, in the same order
 */
export const importWorkflows = async (
	n8n: N8n,
	files: readonly WorkflowFile[],
	credentials: StoredCredential[],
): Promise<ImportOutcome[]> => {
	const outcomes: ImportOutcome[] = [];
	// n8n lists the most recently changed workflow first.
	for (const file of files.toReversed()) {
		outcomes.unshift(await importWorkflow(n8n, file, credentials));
	}
	return outcomes;
};
