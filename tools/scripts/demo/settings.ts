import type { INode } from 'n8n-workflow';
import { z } from 'zod';

const settings = z.object({
	assignments: z.object({ assignments: z.array(z.object({ name: z.string() }).passthrough()) }),
});

/** The nodes of a recipe with other values in the node *Settings*. */
export const withSettings = (
	nodes: readonly INode[],
	values: Readonly<Record<string, unknown>>,
): INode[] =>
	nodes.map((node) => {
		if (node.name !== 'Settings') return node;
		const { assignments } = settings.parse(node.parameters).assignments;
		const changed = assignments.map((one) =>
			one.name in values ? { ...one, value: values[one.name] } : one,
		);
		const parameters = { ...node.parameters, assignments: { assignments: changed } };
		return { ...node, parameters: parameters as INode['parameters'] };
	});
