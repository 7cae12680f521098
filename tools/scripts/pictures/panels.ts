import type { INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowFile } from '../n8n/workflows';
import type { Picture } from './picture';
import { still } from './picture';

const id = (value: string) => ({ __rl: true, mode: 'id', value });

const node = (name: string, x: number, parameters: INodeParameters): INode => ({
	id: `picture-${name.toLowerCase()}`,
	name,
	type: 'n8n-nodes-contract-workflow.contractWorkflow',
	typeVersion: 1,
	position: [x, 0],
	parameters,
});

const start: INode = { ...node('Start', 0, {}), type: 'n8n-nodes-base.manualTrigger' };

const before = (name: string) => ({ main: [[{ node: name, type: 'main' as const, index: 0 }]] });

const notDecided: WorkflowFile = {
	id: 'picture-error',
	name: 'Error',
	nodes: [
		start,
		node('Approve', 220, {
			resource: 'task',
			operation: 'approve',
			taskId: id('10005'),
			decideIf: 'atStep',
			step: id('archive'),
		}),
	],
	connections: { Start: before('Approve') },
};

const planned: WorkflowFile = {
	id: 'picture-plan',
	name: 'Plan',
	nodes: [
		start,
		node('Tasks', 220, {
			resource: 'task',
			operation: 'getMany',
			limit: 5,
			filters: { waitingForApproval: true },
		}),
		node('Plan', 440, {
			resource: 'task',
			operation: 'approve',
			taskId: id('={{ $json.task_id }}'),
			comment: 'Checked',
			dryRun: true,
		}),
	],
	connections: { Start: before('Tasks'), Tasks: before('Plan') },
};

/** The output of the last node of a workflow, once it shows a text. */
const output = (
	name: string,
	workflow: WorkflowFile,
	window: { width: number; height: number },
	text: RegExp,
): Picture => ({
	name,
	workflow,
	take: async (page, { server }) => {
		await page.setViewportSize(window);
		await page.goto(`${server.url}/workflow/${workflow.id}/${workflow.nodes.at(-1)?.id ?? ''}`);
		await page.getByTestId('node-execute-button').first().click();
		const panel = page.getByTestId('output-panel');
		await panel.getByText(text).first().waitFor();
		await page.mouse.move(0, 0);
		await page.waitForTimeout(1_000);
		return await panel.screenshot(still);
	},
});

/** The panels in the README. */
export const panels: readonly Picture[] = [
	output('panel-error', notDecided, { width: 1440, height: 560 }, /expected step/),
	output('panel-plan', planned, { width: 1720, height: 640 }, /Dry run: nothing was sent/),
];
