import type {
	IHookFunctions,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { described } from '../shared/fields/property';
import { keepingRaw } from '../shared/fields/rawCollections';
import { toNodeError } from '../shared/words/errors';
import { properties } from './description';
import { testWebhookSecret } from './methods/credentialTest';
import { searchSamplePaths } from './methods/samplePaths';
import { receive } from './receive';
import { checkSettings } from './settings';

export class ContractWorkflowTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contract Workflow Trigger',
		name: 'contractWorkflowTrigger',
		icon: {
			light: 'file:../../icons/contractWorkflow.svg',
			dark: 'file:../../icons/contractWorkflow.dark.svg',
		},
		group: ['trigger'],
		version: [1],
		subtitle: 'Comment Posted',
		// n8n shows this for the whole package: it lists this node and Contract Workflow as one.
		description:
			'Launch contract workflows, decide and comment on tasks, search documents, or start when a comment is posted',
		eventTriggerDescription: 'Waiting for the Contract Workflow Service to call the test URL',
		activationMessage:
			'Now enter the production URL of the trigger, with its secret, in the Contract Workflow Service. n8n cannot do this for you.',
		triggerPanel: {
			header: 'Start by a comment on a task',
			executionsHelp: {
				inactive:
					'The address is entered in the Contract Workflow Service by hand; how is not part of its API description. <br /> <br /> <b>While you build</b>, enter the <b>test URL</b> there, press <b>Execute step</b> and comment on a task: the delivery shows up here. n8n listens for one delivery, for two minutes. <br /> <br /> <b>Once the workflow is published</b>, enter the <b>production URL</b> instead. <br /> <br /> With a shared secret in a query parameter, put ?token=SECRET behind either URL.',
				active:
					'The address is entered in the Contract Workflow Service by hand; how is not part of its API description. <br /> <br /> <b>The production URL is live.</b> What it starts shows up in the <a data-key="executions">executions list</a>, not here. <br /> <br /> <b>To see a delivery here</b>, press <b>Execute step</b> and let the service, or any HTTP client, call the <b>test URL</b>. <br /> <br /> With a shared secret in a query parameter, put ?token=SECRET behind either URL.',
			},
			activationHint:
				'Once the workflow is published, enter the production URL in the Contract Workflow Service: then each comment starts it.',
		},
		builderHint: {
			searchHint:
				'Starts when a comment is posted on a task, and on nothing else. A person enters its address in the service. The fields of a delivery are not known beforehand: switch Load Task on for those of the task. Where the workflow comments itself, set Loop Guard Marker there.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-contract-workflow.contractWorkflowPollingTrigger',
					relationHint: 'Starts on everything else: tasks, documents and clickwraps',
				},
			],
		},
		defaults: { name: 'Contract Workflow Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		sensitiveOutputFields: ['headers.authorization', 'headers.cookie'],
		credentials: [
			{
				name: 'contractWorkflowWebhookApi',
				required: true,
				testedBy: 'testWebhookSecret',
				displayOptions: { show: { authentication: ['contractWorkflowWebhookApi'] } },
			},
			{
				name: 'contractWorkflowApi',
				required: true,
				displayOptions: { show: { loadTask: [true] } },
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Without this n8n answers with a text of its own.
				responseData: '',
				path: 'webhook',
			},
		],
		properties: keepingRaw(described(properties)),
	};

	methods = {
		credentialTest: { testWebhookSecret },
		listSearch: { searchSamplePaths },
	};

	/**
	 * How an address is subscribed is not shown (section 6): a person enters it in the service. So
	 * there is nothing to look for, to create or to remove. But n8n asks whether it exists before the
	 * address is live, and shows what is thrown here to who publishes or tests the workflow.
	 */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				try {
					checkSettings(this);
				} catch (error) {
					throw toNodeError(error, { node: this.getNode() });
				}
				return await Promise.resolve(true);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await Promise.resolve(true);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		try {
			return await receive(this);
		} catch (error) {
			throw toNodeError(error, { node: this.getNode() });
		}
	}
}
