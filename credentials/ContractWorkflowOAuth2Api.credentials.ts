import type { ICredentialType, INodeProperties } from 'n8n-workflow';
import { baseUrl, expressionMarks } from './credentialFields';

/**
 * An access token that n8n obtains and renews (section 5 of the API text). The API text does not
 * show how the service issues tokens, so the user enters its URLs.
 */
export class ContractWorkflowOAuth2Api implements ICredentialType {
	name = 'contractWorkflowOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Contract Workflow OAuth2 API';

	documentationUrl =
		'https://git.n8n-nodes-contract-workflow.example/n8n-nodes-contract-workflow/blob/HEAD/docs/credentials.md#oauth2';

	icon = {
		light: 'file:../icons/contractWorkflow.svg',
		dark: 'file:../icons/contractWorkflow.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName:
				'Only for <i>Organization: Get</i>. For everything else, use Contract Workflow API.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		baseUrl,
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: 'users:read',
			description: 'Scopes to request. Organization: Get needs users:read.',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		...expressionMarks('baseUrl', 'clientId', 'clientSecret', 'authUrl', 'accessTokenUrl', 'scope'),
	];
}
