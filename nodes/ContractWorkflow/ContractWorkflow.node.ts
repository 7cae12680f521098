import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { propertiesOf } from './description';
import { listSearch } from './methods/listSearch';
import { resources } from './resources';
import { runItems } from './run/items';

export class ContractWorkflow implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contract Workflow',
		name: 'contractWorkflow',
		icon: {
			light: 'file:../../icons/contractWorkflow.svg',
			dark: 'file:../../icons/contractWorkflow.dark.svg',
		},
		group: ['transform'],
		// Where `version` is no list n8n adds "Custom API Call" to the pickers, which no node can run.
		version: [1],
		defaultVersion: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Launch contract workflows, decide and comment tasks, search documents',
		defaults: { name: 'Contract Workflow' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'contractWorkflowApi',
				required: true,
				displayOptions: {
					hide: {
						credentialType: ['contractWorkflowAccessTokenApi', 'contractWorkflowOAuth2Api'],
					},
				},
			},
			{
				name: 'contractWorkflowAccessTokenApi',
				required: true,
				displayOptions: {
					show: { resource: ['organization'], credentialType: ['contractWorkflowAccessTokenApi'] },
				},
			},
			{
				name: 'contractWorkflowOAuth2Api',
				required: true,
				displayOptions: {
					show: { resource: ['organization'], credentialType: ['contractWorkflowOAuth2Api'] },
				},
			},
		],
		properties: propertiesOf(resources),
	};

	methods = { listSearch };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await runItems(this, resources)];
	}
}
