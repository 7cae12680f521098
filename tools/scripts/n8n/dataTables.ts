import type { IConnections, INode, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { describeNode } from './nodeTypes';
import type { N8n } from './rest';

const project = z.object({ id: z.string() });

/** The parameters of a node that creates a Data Table. */
const making = z.object({
	resource: z.literal('table'),
	operation: z.literal('create'),
	tableName: z.string(),
	columns: z.object({ column: z.array(z.object({ name: z.string(), type: z.string() })) }),
});

type Making = z.infer<typeof making>;

/** How a node chooses its table by a name. */
const byName = z.object({ mode: z.literal('name'), value: z.string() });

const isOfTables = ({ type }: INode): boolean => type === 'n8n-nodes-base.dataTable';

const makingOf = (node: INode): Making | undefined =>
	isOfTables(node) ? making.safeParse(node.parameters).data : undefined;

/** The parts of a workflow for n8n. */
interface Flow {
	readonly nodes: INode[];
	readonly connections: IConnections;
}

/** Whether n8n's node can create tables: in n8n 1 it only handles rows. */
const makesTables = async (n8n: N8n, node: INode): Promise<boolean> => {
	const description = await describeNode(n8n, node);
	return (
		description?.properties.some(
			({ name, options = [] }) =>
				name === 'resource' &&
				(options as INodePropertyOptions[]).some(({ value }) => value === 'table'),
		) ?? false
	);
};

const listed = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });

/** The Data Tables of a project: their ids by name. */
const tablesIn = async (n8n: N8n, projectId: string): Promise<Map<string, string>> => {
	const { data } = await n8n.request('GET', `/projects/${projectId}/data-tables?take=100`, listed);
	return new Map(data.map(({ id, name }) => [name, id]));
};

/** Creates a table, unless one with its name exists. */
const makeTable = async (n8n: N8n, projectId: string, table: Making): Promise<void> => {
	const { tableName: name, columns } = table;
	if ((await tablesIn(n8n, projectId)).has(name)) return;
	const made = { name, columns: columns.column };
	await n8n.request('POST', `/projects/${projectId}/data-tables`, z.unknown(), made);
};

/** The node with its table chosen by ID instead of by name. */
const withTableById = (node: INode, ids: ReadonlyMap<string, string>): INode => {
	const chosen = byName.safeParse(node.parameters.dataTableId).data;
	const value = chosen && ids.get(chosen.value);
	if (value === undefined) return node;
	const dataTableId = { __rl: true, mode: 'id', value };
	return { ...node, parameters: { ...node.parameters, dataTableId } };
};

/** The connections without a node: what led to it leads to the nodes after it. */
const without = (connections: IConnections, name: string): IConnections => {
	const { [name]: removed, ...others } = connections;
	const after = removed?.main?.[0] ?? [];
	return Object.fromEntries(
		Object.entries(others).map(([from, outputs]) => [
			from,
			Object.fromEntries(
				Object.entries(outputs).map(([kind, lists]) => [
					kind,
					lists.map((list) =>
						(list ?? []).flatMap((target) => (target.node === name ? after : [target])),
					),
				]),
			),
		]),
	);
};

/**
 * Adapts a workflow for an n8n whose Data Table node creates no tables and cannot choose them by
 * name, as in n8n 1. It follows the docs: the tables are created and chosen, and the nodes that
 * would create them are removed. For any other n8n, the workflow stays unchanged.
 */
export const withTablesMade = async (n8n: N8n, flow: Flow): Promise<Flow> => {
	const [first] = flow.nodes.filter(isOfTables);
	if (!first || (await makesTables(n8n, first))) return flow;
	const { id } = await n8n.request('GET', '/projects/personal', project);
	let { nodes, connections } = flow;
	for (const node of flow.nodes) {
		const table = makingOf(node);
		if (!table) continue;
		await makeTable(n8n, id, table);
		nodes = nodes.filter((other) => other !== node);
		connections = without(connections, node.name);
	}
	const ids = await tablesIn(n8n, id);
	return { nodes: nodes.map((node) => withTableById(node, ids)), connections };
};
