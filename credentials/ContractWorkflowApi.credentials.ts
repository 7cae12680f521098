import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

/** An API key of the organization, sent as `X-API-Key` (section 5 of the API text). */
export class ContractWorkflowApi implements ICredentialType {
	name = 'contractWorkflowApi';

	displayName = 'Contract Workflow API';

	documentationUrl = 'https://n8n-nodes-contract-workflow.example/credentials/api-key';

	icon = {
		light: 'file:../icons/contractWorkflow.svg',
		dark: 'file:../icons/contractWorkflow.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://api.example.com',
			description: 'Address of the service, with or without a path',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'Created in the web application, which shows it only once. It gives access to everything in the organization.',
		},
	];

	/** A function, because n8n would evaluate an expression anew for each of a thousand requests. */
	authenticate: IAuthenticate = async ({ apiKey }, request) => {
		const headers = { ...request.headers, 'X-API-Key': apiKey };
		return await Promise.resolve({ ...request, headers });
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
			url: '/users/org-info',
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'org_name',
					value: undefined,
					message:
						'This address answers, but not as the Contract Workflow Service: check the Base URL',
				},
			},
		],
	};
}
