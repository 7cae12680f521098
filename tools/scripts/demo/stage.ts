import { isDeepStrictEqual } from 'node:util';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { Execution } from '../n8n/executions';
import { runWorkflow } from '../n8n/executions';
import { sendTo } from '../n8n/pages/forms';
import type { WorkflowFile } from '../n8n/workflows';
import type { Stage } from './trial';

/**
 * The execution, if it succeeded.
 * @throws Error with n8n's message if it did not
 */
export const ended = (execution: Execution): Execution => {
	if (execution.status === 'success') return execution;
	const { message, description } = execution.error ?? {};
	const said = [message, description].filter(Boolean).join(' ');
	throw new Error(`n8n ended the run with '${execution.status}': ${said}`);
};

/**
 * Runs a recipe from its first trigger, as the editor does.
 * @throws Error when the run fails
 */
export const runRecipe = async (
	{ n8n, signal }: Stage,
	recipe: WorkflowFile,
): Promise<Execution> => {
	const trigger = recipe.nodes.find(({ type }) => type.endsWith('Trigger'));
	return ended(await runWorkflow(n8n, recipe.id, trigger?.name ?? '', { signal }));
};

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

const nodesOf = z.object({ nodes: z.array(z.custom<INode>()) });

/** Enters values into the *Settings* of a recipe in n8n, as a builder does. */
export const changeSettings = async (
	{ n8n }: Stage,
	{ id }: WorkflowFile,
	values: Readonly<Record<string, unknown>>,
): Promise<void> => {
	const { nodes } = await n8n.request('GET', `/workflows/${id}`, nodesOf);
	const changed = { nodes: withSettings(nodes, values) };
	await n8n.request('PATCH', `/workflows/${id}`, z.unknown(), changed);
};

/** Switches the dry run of a recipe off. A published recipe must be published again. */
export const endDryRun = async (stage: Stage, recipe: WorkflowFile): Promise<void> =>
	await changeSettings(stage, recipe, { dry_run: false });

/** Whether a form or webhook of n8n refuses somebody without a login or the secret. */
export const refusesStrangers = async ({ n8n }: Stage, address: string): Promise<boolean> => {
	const ask = () => ({ method: 'POST', body: new FormData() });
	return [401, 403].includes((await sendTo(`${n8n.url}/${address}`, ask)).status);
};

/** The bodies of the requests that the sandbox received at a path, oldest first. */
export const bodiesSentTo = ({ sandbox }: Stage, path: string): unknown[] =>
	sandbox.requests().flatMap((request) => (request.path === path ? [request.body] : []));

const plainly = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Whether two values are the same as JSON. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
	isDeepStrictEqual(plainly(one), plainly(other));
