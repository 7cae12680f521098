import { setTimeout as pause } from 'node:timers/promises';
import type { INode } from 'n8n-workflow';
import { z } from 'zod';
import type { StoredCredential } from '../../scripts/n8n/credentials';
import { readExecution } from '../../scripts/n8n/executions';
import type { Execution } from '../../scripts/n8n/executions';
import type { N8n } from '../../scripts/n8n/rest';
import { publish } from '../../scripts/n8n/workflows';
import { saveWorkflow } from './stack';

const listed = z.object({
	results: z.array(z.object({ id: z.string() })),
});

/** A node of this package or of n8n for a workflow. */
export const nodeOf = (
	name: string,
	type: string,
	parameters: INode['parameters'],
	credentials: readonly StoredCredential[] = [],
): INode => ({
	id: `${name}-id`,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	credentials: Object.fromEntries(
		credentials.map(({ type: key, id, name: credential }) => [key, { id, name: credential }]),
	),
});

/** The trigger of this package's two, or another node that starts a workflow. */
export const packageType = (name: string): string => `n8n-nodes-contract-workflow.${name}`;

/** Stores a workflow that begins with a trigger, and publishes it. */
export const publishTrigger = async (n8n: N8n, trigger: INode, ...then: INode[]) => {
	const connections = Object.fromEntries(
		[trigger, ...then].slice(0, -1).map(({ name }, index) => {
			const next = then[index]?.name ?? '';
			return [name, { main: [[{ node: next, type: 'main' as const, index: 0 }]] }];
		}),
	);
	const id = await saveWorkflow(n8n, [trigger, ...then], connections);
	await publish(n8n, id);
	return id;
};

const listRuns = async (n8n: N8n, workflowId: string): Promise<string[]> => {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	// A run that is just ending stands twice, and one that is not over stands on every page.
	const ids = new Set<string>();
	for (let last = ''; ; ) {
		const before = ids.size;
		const path = `/executions?filter=${filter}&limit=100${last}`;
		const { results } = await n8n.request('GET', path, listed);
		for (const { id } of results) ids.add(id);
		if (ids.size === before) return [...ids].reverse();
		last = `&lastId=${results.at(-1)?.id}`;
	}
};

/**
 * All runs of a workflow, each at its end, oldest first. n8n lists a run a moment after it answers
 * the request that starts it, so this waits until there are as many as are expected.
 */
export const executionsOf = async (
	n8n: N8n,
	workflowId: string,
	expected: number,
): Promise<Execution[]> => {
	const deadline = Date.now() + 30_000;
	let ids = await listRuns(n8n, workflowId);
	while (ids.length < expected && Date.now() < deadline) {
		await pause(50);
		ids = await listRuns(n8n, workflowId);
	}
	const executions: Execution[] = [];
	for (const id of ids) executions.push(await readExecution(n8n, id));
	return executions;
};
