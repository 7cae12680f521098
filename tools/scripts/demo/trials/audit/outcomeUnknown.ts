import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { upsertCredential } from '../../../n8n/credentials';
import type { Execution } from '../../../n8n/executions';
import { jsonOf, runWorkflow } from '../../../n8n/executions';
import type { WorkflowFile } from '../../../n8n/workflows';
import { importWorkflow } from '../../../n8n/workflows';
import { check, control, ended } from '../../stage';
import type { Stage, Trial } from '../../trial';

const id = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

const node = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters,
	more: Partial<INode> = {},
): INode => ({ id: name, name, type, typeVersion, position: [0, 0], parameters, ...more });

const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];

/** A workflow that comments on tasks, and passes its failed items to the recipe. */
const flowOf = (items: IDataObject[], recipe: WorkflowFile): WorkflowFile => ({
	id: 'cwCommentFlow001',
	name: 'Comment on tasks',
	nodes: [
		node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Items', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ items }),
			options: {},
		}),
		node('Split Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'items', options: {} }),
		node(
			'Comment',
			'n8n-nodes-contract-workflow.contractWorkflow',
			1,
			{
				resource: 'task',
				operation: 'comment',
				taskId: id('={{ $json.task_id }}'),
				comment: '={{ $json.text }}',
				options: { performance: { maxParallel: 1 } },
			},
			{ onError: 'continueErrorOutput' },
		),
		node('Resolve Outcomes', 'n8n-nodes-base.executeWorkflow', 1.2, {
			source: 'database',
			workflowId: id(recipe.id),
			workflowInputs: { mappingMode: 'defineBelow', value: {} },
			mode: 'once',
			options: {},
		}),
	],
	connections: {
		Start: { main: [to('Items')] },
		Items: { main: [to('Split Items')] },
		'Split Items': { main: [to('Comment')] },
		Comment: { main: [[], to('Resolve Outcomes')] },
	},
	settings: { executionOrder: 'v1' },
});

/** @throws Error when the run fails */
const commentOn = async (
	{ n8n, sandbox: { baseUrl, apiKey } }: Stage,
	items: IDataObject[],
	recipe: WorkflowFile,
): Promise<Execution> => {
	const credential = await upsertCredential(n8n, {
		name: 'Sandbox',
		type: 'contractWorkflowApi',
		data: { baseUrl, apiKey },
	});
	const flow = flowOf(items, recipe);
	await importWorkflow(n8n, flow, [credential]);
	return ended(await runWorkflow(n8n, flow.id, 'Start'));
};

export const trial: Trial = {
	recipe: 'outcome-unknown',
	async run(stage, recipe) {
		const fault = { kind: 'error', endpoint: 'commentOnTask', applied: true };
		await control(stage, '/faults', z.unknown(), fault);
		const text = 'Please look at this';
		const items = [10001, 99_999, 10002].map((task_id) => ({ task_id, text }));
		const messages = jsonOf(await commentOn(stage, items, recipe), 'Resolve Outcomes');
		return {
			did: 'handed over a comment with an unknown outcome',
			items: messages.length,
			checks: [
				check('One is handed over, and none that failed', messages.length === 1),
				check(
					'It comes with a link to its task',
					/"link":"https?:/.test(JSON.stringify(messages[0])),
				),
			],
		};
	},
};
