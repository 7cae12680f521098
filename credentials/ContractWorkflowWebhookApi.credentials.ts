import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * A secret that deliveries of the service must carry. The API text shows no signature, so this is
 * what tells them from anybody else's requests. The trigger node tests it, without any request.
 */
export class ContractWorkflowWebhookApi implements ICredentialType {
	name = 'contractWorkflowWebhookApi';

	displayName = 'Contract Workflow Webhook API';

	documentationUrl =
		'https://git.n8n-nodes-contract-workflow.example/n8n-nodes-contract-workflow/blob/HEAD/docs/credentials.md#webhook-secret';

	icon = {
		light: 'file:../icons/contractWorkflow.svg',
		dark: 'file:../icons/contractWorkflow.dark.svg',
	} as const;

	/** No other node can be given it: n8n refuses to save a workflow that tries. */
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'At least 16 characters that you make up, best by a password generator: letters, digits, hyphens and underscores',
		},
		{
			displayName: 'Sent In',
			name: 'sentIn',
			type: 'options',
			default: 'query',
			options: [
				{
					name: 'Header',
					value: 'header',
					description: 'For when the service can be told to send a header of yours',
				},
				{
					name: 'Query Parameter',
					value: 'query',
					description: 'A part of the address that you enter in the service',
				},
			],
		},
		{
			displayName: 'Query Parameter Name',
			name: 'queryName',
			type: 'string',
			default: 'token',
			displayOptions: { show: { sentIn: ['query'] } },
			description:
				'Put ? this name = the secret behind the webhook address, for example …/webhook?token=SECRET',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'X-Webhook-Secret',
			displayOptions: { show: { sentIn: ['header'] } },
			description: 'The header whose whole value is the secret',
		},
	];
}
