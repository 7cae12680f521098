import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

/** An access token that the user pastes, sent as a bearer (section 5 of the API text). */
export class ContractWorkflowAccessTokenApi implements ICredentialType {
	name = 'contractWorkflowAccessTokenApi';

	displayName = 'Contract Workflow Access Token API';

	documentationUrl = 'https://n8n-nodes-contract-workflow.example/credentials/access-token';

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
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'A token with the scope users:read. It is used as it is and never renewed.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.accessToken}}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
			url: '/v2/users/org-info',
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
