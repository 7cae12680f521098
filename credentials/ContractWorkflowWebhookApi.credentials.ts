import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/**
 * A secret that deliveries must carry, since the API text shows no signature. The trigger tests the
 * credential without a request.
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

	/** n8n does not save a workflow that gives it to another node. */
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Secret',
			name: 'secret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'At least 16 letters, digits, hyphens or underscores. Use a password generator.',
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
					description: 'If the service can send a custom header',
				},
				{
					name: 'Query Parameter',
					value: 'query',
					description: 'Part of the URL that you enter in the service',
				},
			],
		},
		{
			displayName: 'Query Parameter Name',
			name: 'queryName',
			type: 'string',
			default: 'token',
			displayOptions: { show: { sentIn: ['query'] } },
			description: 'Add it to the webhook URL, for example …/webhook?token=SECRET',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'X-Webhook-Secret',
			displayOptions: { show: { sentIn: ['header'] } },
			description: 'The header that contains only the secret',
		},
	];
}
