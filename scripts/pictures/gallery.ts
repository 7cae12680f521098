import type { IConnections, INode, INodeParameters } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';
import type { Page as QuestionPage } from '../../nodes/ContractWorkflow/asked';
import type { WorkflowFile } from '../n8n/workflows';

/** A picture of what a builder sees of one node. */
export interface Panel {
	/** The file name of the picture, without its extension. */
	readonly fileName: string;
	readonly workflow: WorkflowFile;
	/** Size of the window, in pixels. */
	readonly window: { readonly width: number; readonly height: number };
	/** Actions in the open panel. Returns the part that the picture shows. */
	readonly show: (page: Page) => Promise<Locator>;
}

const id = (value: string) => ({ __rl: true, mode: 'id', value });

const node = (name: string, x: number, parameters: INodeParameters): INode => ({
	id: `gallery-${name.toLowerCase().replaceAll(' ', '-')}`,
	name,
	type: 'n8n-nodes-contract-workflow.contractWorkflow',
	typeVersion: 1,
	position: [x, 0],
	parameters,
});

const start: INode = {
	id: 'gallery-start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A workflow with nodes in sequence. The panel is that of the last one. */
const workflowOf = (fileName: string, nodes: INode[]): WorkflowFile => ({
	id: `gallery-${fileName}`,
	name: fileName,
	nodes: [start, ...nodes],
	connections: Object.fromEntries(
		[start, ...nodes].flatMap(({ name }, index): Array<[string, IConnections[string]]> => {
			const next = nodes[index];
			return next ? [[name, { main: [[{ node: next.name, type: 'main', index: 0 }]] }]] : [];
		}),
	),
});

const byTestId = (page: Page, name: string): Locator => page.locator(`[data-test-id="${name}"]`);

/** Runs the node of the open panel, and returns its output once it contains `text`. */
const runUntil = async (page: Page, text: RegExp): Promise<Locator> => {
	await byTestId(page, 'node-execute-button').first().click();
	const output = byTestId(page, 'output-panel');
	await output.getByText(text).first().waitFor();
	return output;
};

/** The parameters of the open panel, once they contain `text`. */
const parametersWith = async (page: Page, text: string): Promise<Locator> => {
	await page.getByText(text, { exact: true }).first().waitFor();
	return byTestId(page, 'node-parameters').first();
};

const launchForm = workflowOf('launch-form', [
	node('Launch', 220, {
		resource: 'workflow',
		operation: 'initiate',
		workflowId: {
			__rl: true,
			mode: 'list',
			value: 'wf_master_services',
			cachedResultName: 'Master services agreement',
		},
		variables: {
			mappingMode: 'defineBelow',
			value: {
				counterparty: 'Nordwind GmbH',
				contract_value: 1200.5,
				auto_renewal: 'true',
				effective_date: '2026-12-01',
				notice_email: 'notices@nordwind.example',
				governing_law: 'Germany',
				draft: 'data',
				business_owner: 'priya.raman@meridian.example',
				contracting_entity: 'Meridian Freight Ltd',
			},
			matchingColumns: [],
			schema: [],
		},
	}),
]);

const conditions = workflowOf('search-conditions', [
	node('Search', 220, {
		resource: 'document',
		operation: 'search',
		conditions: {
			condition: [
				{
					field: 'field:104:Governing law:enum',
					operator: 'eq',
					value: 'Germany',
				},
				{
					field: 'attribute:risk_score_number',
					operator: 'gte',
					value: '20',
				},
			],
		},
	}),
]);

const notDecided = workflowOf('error', [
	node('Approve', 220, {
		resource: 'task',
		operation: 'approve',
		taskId: id('10005'),
		onlyIfCurrentStepIs: id('archive'),
	}),
]);

const unguarded = workflowOf('hint', [
	node('Waiting Tasks', 220, {
		resource: 'task',
		operation: 'getMany',
		limit: 2,
		filters: { waitingForApproval: true },
	}),
	node('Approve', 440, {
		resource: 'task',
		operation: 'approve',
		taskId: id('={{ $json.task_id }}'),
	}),
]);

const planned = workflowOf('plan', [
	node('Waiting Tasks', 220, {
		resource: 'task',
		operation: 'getMany',
		limit: 5,
		filters: { waitingForApproval: true },
	}),
	node('Plan', 440, {
		resource: 'task',
		operation: 'approve',
		taskId: id('={{ $json.task_id }}'),
		onlyIfCurrentStepIs: id('legal_approval'),
		ifAlreadyDecided: 'skip',
		dryRun: true,
	}),
]);

const receipted = workflowOf('receipt', [
	node('Comment', 220, {
		resource: 'task',
		operation: 'comment',
		taskId: id('10005'),
		comment: 'The draft is with the counterparty.',
		options: { safety: { addReceipt: true } },
	}),
]);

/** The panels in the README, in order. */
export const panels: readonly Panel[] = [
	{
		fileName: 'panel-launch-form',
		workflow: launchForm,
		window: { width: 1280, height: 1500 },
		show: async (page) => await parametersWith(page, 'Counterparty*'),
	},
	{
		fileName: 'panel-search-conditions',
		workflow: conditions,
		window: { width: 1280, height: 1500 },
		show: async (page) => await parametersWith(page, 'Conditions'),
	},
	{
		fileName: 'panel-error',
		workflow: notDecided,
		window: { width: 1440, height: 560 },
		show: async (page) => await runUntil(page, /not at step/),
	},
	{
		fileName: 'panel-hint',
		workflow: unguarded,
		window: { width: 1440, height: 560 },
		show: async (page) => await runUntil(page, /decisions have no step guard/),
	},
	{
		fileName: 'panel-plan',
		workflow: planned,
		window: { width: 1720, height: 640 },
		show: async (page) => await runUntil(page, /Dry run: nothing was sent/),
	},
	{
		fileName: 'panel-receipt',
		workflow: receipted,
		window: { width: 1720, height: 640 },
		show: async (page) => await runUntil(page, /receipt_version/),
	},
];

/** The question page in the docs. */
export const sampleQuestion: QuestionPage = {
	task: {
		id: '10005',
		title: 'Supply agreement with Nordwind',
		url: 'https://app.example/workflows/tasks/10005',
	},
	title: 'Your answer is needed',
	message: 'May this draft go to the counterparty?\n\nThe liability is capped at 100 %.',
	textLabel: 'Reason (optional)',
	asksForName: true,
	answer: { kind: 'decision', approve: 'Approve', decline: 'Decline' },
};
