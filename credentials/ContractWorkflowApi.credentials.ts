import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { plainText, trimmed } from '../nodes/shared/fields/propertyValue';
import { baseUrl, expressionMarks, testedInWords } from './credentialFields';
import { checkTested, credentialTest } from './credentialTest';

/** An API key of the organization, sent as `X-API-Key` (section 5 of the API text). */
export class ContractWorkflowApi implements ICredentialType {
	name = 'contractWorkflowApi';

	displayName = 'Contract Workflow API';

	documentationUrl =
		'https://git.n8n-nodes-contract-workflow.example/n8n-nodes-contract-workflow/blob/HEAD/docs/credentials.md#api-key';

	icon = {
		light: 'file:../icons/contractWorkflow.svg',
		dark: 'file:../icons/contractWorkflow.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true, ...testedInWords },
			default: '',
			required: true,
			// n8n can put the key of the person who is signed in there, and no other field.
			resolvableField: true,
			description:
				'Create the key in the web application, which shows it only once. It gives access to everything in the organization.',
		},
		{
			displayName: 'Permissions',
			name: 'allow',
			type: 'options',
			default: 'everything',
			options: [
				{
					name: 'Read and Write',
					value: 'everything',
					description: 'All operations',
				},
				{
					name: 'Read Only',
					value: 'reading',
					description: 'Operations that change something fail before anything is sent',
				},
			],
			description:
				'Limits only the Contract Workflow nodes. The API key itself keeps full access, for example in an HTTP Request node.',
		},
		...expressionMarks('baseUrl', 'apiKey', 'allow'),
	];

	/** A function, because n8n would evaluate an expression again for each of a thousand requests. */
	authenticate: IAuthenticate = async (credential, request) => {
		checkTested(request, credential);
		const key = trimmed(plainText(credential.apiKey) ?? '');
		const headers = { ...request.headers, 'X-API-Key': key };
		return await Promise.resolve({ ...request, headers });
	};

	test: ICredentialTestRequest = credentialTest;
}
