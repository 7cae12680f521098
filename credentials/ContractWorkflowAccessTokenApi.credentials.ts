import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { baseUrl, testedInWords } from './baseUrlField';
import { checkTested, credentialTest } from './credentialTest';
import { usesExpressions } from './usesExpressionsField';

/** An access token that the user pastes, sent as a bearer (section 5 of the API text). */
export class ContractWorkflowAccessTokenApi implements ICredentialType {
	name = 'contractWorkflowAccessTokenApi';

	displayName = 'Contract Workflow Access Token API';

	documentationUrl =
		'https://git.n8n-nodes-contract-workflow.example/n8n-nodes-contract-workflow/blob/HEAD/docs/credentials.md#access-token';

	icon = {
		light: 'file:../icons/contractWorkflow.svg',
		dark: 'file:../icons/contractWorkflow.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true, ...testedInWords },
			default: '',
			required: true,
			description: 'A token with the scope users:read. n8n does not renew it.',
		},
		...usesExpressions('baseUrl', 'accessToken'),
	];

	authenticate: IAuthenticate = async (credential, request) => {
		checkTested('contractWorkflowAccessTokenApi', request, credential);
		const Authorization = `Bearer ${credential.accessToken as string}`;
		const headers = { ...request.headers, Authorization };
		return await Promise.resolve({ ...request, headers });
	};

	test: ICredentialTestRequest = credentialTest('/v2/users/org-info', {
		400: 'The access token is not associated with a user. Use a token that a user authorized, or one of a newly created application.',
		401: 'The service did not accept the access token. It is missing, unknown, revoked or expired, or it is an API key.',
		403: 'The service denied access. The access token does not have the scope users:read.',
	});
}
