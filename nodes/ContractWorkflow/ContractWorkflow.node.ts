import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { propertiesOf, subtitleOf, withNodeFields } from './description';
import { listSearch, loadOptions } from './methods/lists';
import { resourceMapping } from './methods/resourceMapping';
import patterns from './patterns/patterns.json';
import { planning } from './plan/plan';
import { questionWebhooks, receiveAnswer } from './question/receive';
import { resources } from './resources';
import { runItems } from './run/items';
import { safeguards } from './safeguards';

/**
 * Worked flows for assistants, in the code of n8n's workflow SDK. n8n adds each to the types of the
 * operation that it is about. What an assistant knows without it is `before` and `after` the code.
 */
const patternHints = patterns.map(({ title, resource, operation, code }) => ({
	displayOptions: { show: { resource: [resource], operation: [operation] } },
	content: [`<pattern title="${title}">`, ...code, '</pattern>'].join('\n'),
}));

const offered = { resources: withNodeFields(resources), safeguards, planning };

export class ContractWorkflow implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contract Workflow',
		name: 'contractWorkflow',
		icon: {
			light: 'file:../../icons/contractWorkflow.svg',
			dark: 'file:../../icons/contractWorkflow.dark.svg',
		},
		group: ['transform'],
		// n8n adds "Custom API Call" to the pickers, which no node can run. It does not when `version`
		// is a list and the defaults are set.
		version: [1],
		defaultVersion: 1,
		subtitle: subtitleOf(resources),
		description: 'Launch contract workflows, approve or reject tasks, comment, search documents',
		builderHint: {
			searchHint:
				'Works with contracts in the Contract Workflow Service. Launches contract workflows, approves, rejects and comments on tasks, asks a person in a task and waits for the answer. Attaches and downloads signed documents, searches documents, reads clickwraps. Starts with one of its two triggers or Form Trigger. Asks in Slack, too. For several questions, use Execute Sub-workflow.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-contract-workflow.contractWorkflowPollingTrigger',
					relationHint:
						'Starts when tasks or documents are added or change, for example when a task waits for approval',
				},
				{
					nodeType: 'n8n-nodes-contract-workflow.contractWorkflowTrigger',
					relationHint: 'Starts when a comment is posted on a task',
				},
				{
					nodeType: 'n8n-nodes-base.formTrigger',
					relationHint: 'Collects the variables of a new contract',
				},
				{
					nodeType: 'n8n-nodes-base.slack',
					relationHint: 'Asks in chat. Switch on "Capture Who Responded".',
				},
				{
					nodeType: 'n8n-nodes-base.executeWorkflow',
					relationHint: 'Asks each question in its own execution, behind Loop Over Items',
				},
			],
			extraTypeDefContent: patternHints,
		},
		defaults: { name: 'Contract Workflow' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'contractWorkflowApi',
				required: true,
				displayOptions: { hide: { credentialType: ['contractWorkflowOAuth2Api'] } },
			},
			{
				name: 'contractWorkflowOAuth2Api',
				required: true,
				displayOptions: {
					show: { resource: ['organization'], credentialType: ['contractWorkflowOAuth2Api'] },
				},
			},
		],
		// For "Comment and Wait for Answer": n8n accepts requests here only while an execution waits.
		webhooks: questionWebhooks,
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "Waiting for an answer. The link is in the newest comment on the task." : "" }}',
		properties: propertiesOf(offered.resources),
	};

	methods = { listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runItems(this, offered)];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveAnswer(this);
	}
}
