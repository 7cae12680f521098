import type { IConnections, INode, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { describeNode } from './nodeTypes';
import type { N8n } from './rest';
import { RestError } from './rest';

const project = z.object({ id: z.string() });

/** What a node that makes a Data Table is set to. */
const making = z.object({
	resource: z.literal('table'),
	operation: z.literal('create'),
	tableName: z.string(),
	columns: z.object({ column: z.array(z.object({ name: z.string(), type: z.string() })) }),
});

type Making = z.infer<typeof making>;

const makingOf = ({ type, parameters }: INode): Making | undefined =>
	type === 'n8n-nodes-base.dataTable' ? making.safeParse(parameters).data : undefined;

/** What an n8n is given of a workflow. */
interface Flow {
	readonly nodes: INode[];
	readonly connections: IConnections;
}

/** Whether n8n has a node that makes a table: n8n 1 has one for the rows of a table only. */
const isOffered = async (n8n: N8n, node: INode): Promise<boolean> => {
	const description = await describeNode(n8n, node);
	return (
		description?.properties.some(
			({ name, options = [] }) =>
				name === 'resource' &&
				(options as INodePropertyOptions[]).some(({ value }) => value === 'table'),
		) ?? false
	);
};

/** Makes the table, unless there is one of its name. */
const makeTable = async (n8n: N8n, { tableName, columns }: Making): Promise<void> => {
	const { id } = await n8n.request('GET', '/projects/personal', project);
	const table = { name: tableName, columns: columns.column };
	await n8n
		.request('POST', `/projects/${id}/data-tables`, z.unknown(), table)
		.catch((error: unknown) => {
			if (!(error instanceof RestError) || error.status !== 409) throw error;
		});
};

/** The connections without a node: what led to it leads to what comes after it. */
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
 * The workflow for an n8n that has no node to make a Data Table, as its notes say to adapt it: the
 * tables are made, and the nodes that would make them are gone. Elsewhere it stays as it is.
 */
export const withTablesMade = async (n8n: N8n, { nodes, connections }: Flow): Promise<Flow> => {
	let adapted: Flow = { nodes, connections };
	for (const node of nodes) {
		const table = makingOf(node);
		if (!table || (await isOffered(n8n, node))) continue;
		await makeTable(n8n, table);
		adapted = {
			nodes: adapted.nodes.filter(({ name }) => name !== node.name),
			connections: without(adapted.connections, node.name),
		};
	}
	return adapted;
};
