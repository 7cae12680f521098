import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import { z } from 'zod';
import type { Sandbox } from '../../tools/sandbox/server';
import { askService } from '../../tools/scripts/demo/service';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import { sendTo } from '../../tools/scripts/n8n/pages/forms';
import { publish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';

/* Approvals in executions that run on workers. */

const saved = z.object({ id: z.string() });
const initiated = z.object({ task_id: z.number() });

/** Fewer than any rate limit that is used here. */
const tasksAtOnce = 50;

const counterparty = { variable_id: 'counterparty', type: 'text', value: 'Aldgate Ltd' };

/** Workflows of the sandbox whose first waiting step is an approval. */
const workflows = {
	oneApproval: { path: 'wf_mutual_nda/2', variables: [counterparty] },
	twoApprovals: {
		path: 'wf_vendor_agreement/2',
		variables: [
			counterparty,
			{ variable_id: 'contract_value', type: 'number', value: '1200' },
			{ variable_id: 'governing_law', type: 'select', value: 'Germany' },
		],
	},
};

/** The step where the created tasks first wait. */
export const firstStep = 'legal_approval';

/**
 * Creates tasks that wait at their first approval step, bypassing every rate limit, and returns
 * their ids.
 */
export const makeTasks = async (
	sandbox: Sandbox,
	count: number,
	kind: keyof typeof workflows = 'oneApproval',
): Promise<number[]> => {
	const { path, variables } = workflows[kind];
	const initiate = async () =>
		initiated.parse(await askService(sandbox, `/workflows/${path}/initiate`, { variables }));
	const ids: number[] = [];
	while (ids.length < count) {
		sandbox.clearRateWindows();
		const some = Array.from({ length: Math.min(tasksAtOnce, count - ids.length) }, initiate);
		ids.push(...(await Promise.all(some)).map(({ task_id }) => task_id));
	}
	sandbox.clearRateWindows();
	sandbox.clearRequests();
	return ids;
};

/** A published workflow that approves the tasks in its call. */
export interface Approvals {
	readonly id: string;
	/** Starts an execution on a worker, as a webhook does. Returns its id. */
	start(ids: readonly number[]): Promise<string>;
}

const nodesOf = (path: string, parameters: IDataObject, key: StoredCredential): INode[] => {
	const node = (name: string, type: string, typeVersion: number, given: IDataObject) => ({
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0] as [number, number],
		parameters: given as INode['parameters'],
	});
	const webhook = node('Webhook', 'n8n-nodes-base.webhook', 2.1, {
		httpMethod: 'POST',
		path,
		responseMode: 'onReceived',
		options: { responseData: '={{ $execution.id }}' },
	});
	const split = { fieldToSplitOut: 'body.ids', options: { destinationFieldName: 'task_id' } };
	const approve = {
		resource: 'task',
		operation: 'approve',
		taskId: { __rl: true, mode: 'id', value: '={{ $json.task_id }}' },
		decision: 'approve',
		decideIf: 'always',
		...parameters,
	};
	return [
		{ ...webhook, webhookId: path },
		node('Split', 'n8n-nodes-base.splitOut', 1, split),
		{
			...node('Approve', 'n8n-nodes-contract-workflow.contractWorkflow', 1, approve),
			credentials: { [key.type]: { id: key.id, name: key.name } },
		},
	];
};

/**
 * Publishes a workflow that approves tasks.
 * @param parameters of the node that approves, beside the task and the decision
 */
export const publishApprovals = async (
	n8n: N8n,
	key: StoredCredential,
	parameters: IDataObject = {},
): Promise<Approvals> => {
	const path = randomUUID();
	const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	const { id } = await n8n.request('POST', '/workflows', saved, {
		name: 'Approvals',
		nodes: nodesOf(path, parameters, key),
		connections: { Webhook: to('Split'), Split: to('Approve') },
		settings: { executionOrder: 'v1' },
	});
	await publish(n8n, id);
	return {
		id,
		async start(ids) {
			const response = await sendTo(`${n8n.url}/webhook/${path}`, () => ({
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify({ ids }),
			}));
			return await response.text();
		},
	};
};
