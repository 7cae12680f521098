import type { INode } from 'n8n-workflow';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { publish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { saveWorkflow } from './stack';

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
