import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import type { Execution } from '../../tools/scripts/n8n/executions';
import { runWorkflow } from '../../tools/scripts/n8n/executions';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { contractWorkflow, plain, saveWorkflow, then } from './stack';

const connections = { Start: then('Rows'), Rows: then('Split'), Split: then('Write') };

/** The rows, the parameters of the node that writes, and more that its settings hold. */
type Changed = [rows: readonly IDataObject[], write: INodeParameters, more?: Partial<INode>];

/** A workflow of Start, rows and one node that writes, which stays itself while it is changed. */
export interface KeyedNode {
	readonly id: string;
	/** Saves it with these rows and this node, which keeps its ID. */
	readonly change: (...changed: Changed) => Promise<void>;
	/** The same, then runs it as the editor does. */
	readonly run: (...changed: Changed) => Promise<Execution>;
}

/** Saves such a workflow. */
export const keyedNode = async (n8n: N8n, credential: StoredCredential): Promise<KeyedNode> => {
	const nodesOf = (...[rows, parameters, more]: Changed) => [
		plain('Start', 'manualTrigger', 1, {}),
		plain('Rows', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify({ rows }) }),
		plain('Split', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
		{ ...contractWorkflow('Write', parameters, credential), ...more },
	];
	const id = await saveWorkflow(n8n, nodesOf([], {}), connections);
	const change: KeyedNode['change'] = async (...changed) => {
		const nodes = nodesOf(...changed);
		await n8n.request('PATCH', `/workflows/${id}`, z.unknown(), { nodes, connections });
	};
	return {
		id,
		change,
		async run(...changed) {
			await change(...changed);
			return await runWorkflow(n8n, id, 'Start');
		},
	};
};
