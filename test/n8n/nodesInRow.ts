import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from '../../tools/scripts/n8n/credentials';
import type { N8n } from '../../tools/scripts/n8n/rest';
import { contractWorkflow, plain, saveWorkflow, then } from './stack';

/** The nodes of tables are made before the credential. */
export const noKey: StoredCredential = { type: 'contractWorkflowApi', id: '', name: '' };

export const start = plain('Start', 'manualTrigger', 1, {});

export const ofTask = (name: string, operation: string, parameters: INodeParameters = {}): INode =>
	contractWorkflow(name, { resource: 'task', operation, ...parameters }, noKey);

export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** The node that decides the task of its item. */
export const approve = (parameters: INodeParameters = {}, name = 'Approve'): INode =>
	ofTask(name, 'approve', { taskId: byId('={{ $json.task_id ?? 10001 }}'), ...parameters });

/** A node that passes only what an expression is true for. */
export const onlyIf = (leftValue: string): INode =>
	plain('If', 'if', 2.2, {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
			conditions: [
				{
					id: 'one',
					leftValue,
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
			combinator: 'and',
		},
	});

/** Stores nodes with a credential, and gives the ID of their workflow. */
export const saveWith = async (
	n8n: N8n,
	key: StoredCredential,
	nodes: readonly INode[],
	connections: IConnections,
): Promise<string> =>
	await saveWorkflow(
		n8n,
		nodes.map((one) => ({
			...one,
			...(one.credentials?.contractWorkflowApi && { credentials: { contractWorkflowApi: key } }),
		})),
		connections,
	);

/** Stores nodes that follow each other. */
export const saveInRow = async (
	n8n: N8n,
	key: StoredCredential,
	...nodes: INode[]
): Promise<string> =>
	await saveWith(
		n8n,
		key,
		nodes,
		Object.fromEntries(
			nodes.slice(1).map(({ name }, index) => [nodes[index]?.name ?? '', then(name)]),
		),
	);
